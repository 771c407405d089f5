import arrowDown from 'lucide-static/icons/arrow-down.svg';
import arrowLeft from 'lucide-static/icons/arrow-left.svg';
import arrowRight from 'lucide-static/icons/arrow-right.svg';
import arrowUp from 'lucide-static/icons/arrow-up.svg';
import alert from 'lucide-static/icons/circle-alert.svg';
import dices from 'lucide-static/icons/dices.svg';
import download from 'lucide-static/icons/download.svg';
import fileUp from 'lucide-static/icons/file-up.svg';
import folderOpen from 'lucide-static/icons/folder-open.svg';
import history from 'lucide-static/icons/history.svg';
import info from 'lucide-static/icons/info.svg';
import keyboard from 'lucide-static/icons/keyboard.svg';
import minus from 'lucide-static/icons/minus.svg';
import monitor from 'lucide-static/icons/monitor.svg';
import moon from 'lucide-static/icons/moon.svg';
import panelLeft from 'lucide-static/icons/panel-left.svg';
import panelRight from 'lucide-static/icons/panel-right.svg';
import pause from 'lucide-static/icons/pause.svg';
import play from 'lucide-static/icons/play.svg';
import plus from 'lucide-static/icons/plus.svg';
import reset from 'lucide-static/icons/rotate-ccw.svg';
import settings from 'lucide-static/icons/settings-2.svg';
import skipBack from 'lucide-static/icons/skip-back.svg';
import skipForward from 'lucide-static/icons/skip-forward.svg';
import square from 'lucide-static/icons/square.svg';
import stepBack from 'lucide-static/icons/step-back.svg';
import stepForward from 'lucide-static/icons/step-forward.svg';
import sun from 'lucide-static/icons/sun.svg';
import x from 'lucide-static/icons/x.svg';

/**
 * The icons in use: Lucide, one weight. Name -> SVG text.
 *
 * @type {Record<string, string>}
 */
export const ICONS = {
  alert,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  dices,
  download,
  'file-up': fileUp,
  'folder-open': folderOpen,
  history,
  info,
  keyboard,
  minus,
  monitor,
  moon,
  'panel-left': panelLeft,
  'panel-right': panelRight,
  pause,
  play,
  plus,
  reset,
  settings,
  'skip-back': skipBack,
  'skip-forward': skipForward,
  square,
  'step-back': stepBack,
  'step-forward': stepForward,
  sun,
  x,
};
