import arrowDown from 'lucide-static/icons/arrow-down.svg';
import arrowLeft from 'lucide-static/icons/arrow-left.svg';
import arrowRight from 'lucide-static/icons/arrow-right.svg';
import arrowUp from 'lucide-static/icons/arrow-up.svg';
import bookOpen from 'lucide-static/icons/book-open.svg';
import bookText from 'lucide-static/icons/book-text.svg';
import check from 'lucide-static/icons/check.svg';
import chevronDown from 'lucide-static/icons/chevron-down.svg';
import chevrons from 'lucide-static/icons/chevrons-up-down.svg';
import alert from 'lucide-static/icons/circle-alert.svg';
import clockAlert from 'lucide-static/icons/clock-alert.svg';
import columns from 'lucide-static/icons/columns-2.svg';
import copy from 'lucide-static/icons/copy.svg';
import crosshair from 'lucide-static/icons/crosshair.svg';
import dices from 'lucide-static/icons/dices.svg';
import download from 'lucide-static/icons/download.svg';
import eye from 'lucide-static/icons/eye.svg';
import fileUp from 'lucide-static/icons/file-up.svg';
import flag from 'lucide-static/icons/flag.svg';
import folderOpen from 'lucide-static/icons/folder-open.svg';
import folderSync from 'lucide-static/icons/folder-sync.svg';
import gitFork from 'lucide-static/icons/git-fork.svg';
import history from 'lucide-static/icons/history.svg';
import info from 'lucide-static/icons/info.svg';
import keyboard from 'lucide-static/icons/keyboard.svg';
import languages from 'lucide-static/icons/languages.svg';
import lightbulb from 'lucide-static/icons/lightbulb.svg';
import maximize from 'lucide-static/icons/maximize.svg';
import messageQuestion from 'lucide-static/icons/message-circle-question-mark.svg';
import minus from 'lucide-static/icons/minus.svg';
import monitor from 'lucide-static/icons/monitor.svg';
import moon from 'lucide-static/icons/moon.svg';
import panelLeft from 'lucide-static/icons/panel-left.svg';
import panelRight from 'lucide-static/icons/panel-right.svg';
import pause from 'lucide-static/icons/pause.svg';
import pencil from 'lucide-static/icons/pencil.svg';
import play from 'lucide-static/icons/play.svg';
import plus from 'lucide-static/icons/plus.svg';
import reset from 'lucide-static/icons/rotate-ccw.svg';
import rotate from 'lucide-static/icons/rotate-cw.svg';
import settings from 'lucide-static/icons/settings-2.svg';
import share from 'lucide-static/icons/share.svg';
import skipBack from 'lucide-static/icons/skip-back.svg';
import skipForward from 'lucide-static/icons/skip-forward.svg';
import square from 'lucide-static/icons/square.svg';
import star from 'lucide-static/icons/star.svg';
import stepBack from 'lucide-static/icons/step-back.svg';
import stepForward from 'lucide-static/icons/step-forward.svg';
import sun from 'lucide-static/icons/sun.svg';
import trash from 'lucide-static/icons/trash-2.svg';
import climb from 'lucide-static/icons/trending-up.svg';
import undo from 'lucide-static/icons/undo-2.svg';
import unlink from 'lucide-static/icons/unlink.svg';
import volume from 'lucide-static/icons/volume-2.svg';
import x from 'lucide-static/icons/x.svg';

/** The icons in use, by name: SVG texts from Lucide, all with the same stroke width. */
export const ICONS: Record<string, string> = {
  alert,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  check,
  'chevron-down': chevronDown,
  climb,
  'chevrons-up-down': chevrons,
  'clock-alert': clockAlert,
  columns,
  crosshair,
  copy,
  'book-open': bookOpen,
  'book-text': bookText,
  dices,
  download,
  eye,
  'file-up': fileUp,
  'folder-open': folderOpen,
  'folder-sync': folderSync,
  'git-fork': gitFork,
  history,
  info,
  flag,
  keyboard,
  lightbulb,
  maximize,
  languages,
  'message-question': messageQuestion,
  minus,
  monitor,
  moon,
  'panel-left': panelLeft,
  'panel-right': panelRight,
  pause,
  pencil,
  play,
  plus,
  reset,
  rotate,
  settings,
  share,
  'skip-back': skipBack,
  'skip-forward': skipForward,
  square,
  star,
  'step-back': stepBack,
  'step-forward': stepForward,
  sun,
  undo,
  volume,
  unlink,
  trash,
  x,
};
