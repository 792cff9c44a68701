import type { ComponentChildren } from "preact";

/** A column of a table: its heading, and what a row shows in it. */
export interface Column<R> {
  name: string;
  cell: (row: R) => ComponentChildren;
  /** Figures stand at the right. */
  isNumber?: boolean;
}

/**
 * Rows in columns. It scrolls sideways where it is too wide, also by keyboard. On narrow screens each row stands on its
 * own, with the names of the columns beside its values; the roles keep it a table for screen readers.
 */
export function Table<R>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: Column<R>[];
  rows: readonly R[];
  keyOf: (row: R, index: number) => string;
}) {
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
