// Two results side by side.

export interface Rival {
  name: string;
  /** the result, in words */
  says: string;
  isBetter: boolean;
}

export function Versus({ rivals }: { rivals: readonly Rival[] }) {
  return (
    <table class="side-by-side">
      <tbody>
        {rivals.map(({ name, says, isBetter }, k) => (
          <tr key={`${k} ${name}`} data-better={isBetter ? '' : undefined}>
            <th scope="row">{name}</th>
            <td>{says}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
