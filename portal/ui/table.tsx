import type { ComponentChildren } from "preact";

/** A column of a table: its heading, and what a row shows in it. */
export interface Column<R> {
  name: string;
  cell: (row: R) => ComponentChildren;
  /** Figures stand at the right. */
  isNumber?: boolean;
}

/**
 * Rows in columns; without rows, what is said instead. It scrolls sideways where it is too wide, also by keyboard. On narrow screens each row stands on its
 * own, with the names of the columns beside its values; the roles keep it a table for screen readers.
 */
export function Table<R>({
  label,
  columns,
  rows,
  keyOf,
  empty,
}: {
  label: string;
  columns: Column<R>[];
  rows: readonly R[];
  keyOf: (row: R, index: number) => string;
  /** Shown where there are no rows. Absent where there always are some. */
  empty?: ComponentChildren;
}) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div class="table" role="region" aria-label={label} tabIndex={0}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber }) => (
              <th key={name} role="columnheader" scope="col" class={isNumber ? "number" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} role="row">
              {columns.map(({ name, cell, isNumber }) => (
                <td key={name} role="cell" data-name={name} class={isNumber ? "number" : ""}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
