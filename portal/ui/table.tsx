import { Component, type ComponentChildren } from "preact";

/** A column of a table: its heading, and the cell of a row. */
export interface Column<R> {
  name: string;
  cell: (row: R) => ComponentChildren;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** Names that shops or customers choose may be long: they wrap, so that all columns stay visible. */
  isName?: boolean;
}

interface RowProps<R> {
  row: R;
  columns: readonly Column<R>[];
}

/** A row. It is rendered again only if the row or the columns are others, so a long list can grow at a low cost. */
class Row<R> extends Component<RowProps<R>> {
  override shouldComponentUpdate({ row, columns }: RowProps<R>): boolean {
    return row !== this.props.row || columns !== this.props.columns;
  }

  override render({ row, columns }: RowProps<R>) {
    return (
      <tr role="row">
        {columns.map(({ name, cell, isNumber, isName }) => (
          <td key={name} role="cell" data-name={name} class={isNumber ? "number" : isName ? "name" : ""}>
            {cell(row)}
          </td>
        ))}
      </tr>
    );
  }
}

/**
 * A table; shows `empty` if there are no rows. A wide table scrolls sideways, also with the keyboard. On narrow
 * screens, CSS shows each row as a block with the column names beside the values; the roles keep it a table for screen
 * readers.
 */
export function Table<R>({
  label,
  columns,
  rows,
  keyOf,
  empty,
}: {
  label: string;
  /** For a list that can be long, the same array each time, so that rows that are shown need not be rendered again. */
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R, index: number) => string;
  /** Shown if there are no rows. Absent if there is always at least one. */
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
            <Row key={keyOf(row, index)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
