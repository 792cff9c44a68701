import { type Layout, openLayout } from "../../src/store/layout/layout.ts";
import { type CliContext, CliError } from "./command.ts";

/**
 * Reads the layout of the data. The tool never creates one, because the settings of the service determine it.
 *
 * @throws {CliError} before the first start of the service
 */
export function readLayout({ redis, keys, partitions }: CliContext): Promise<Layout> {
  if (partitions === 0) throw new CliError("the service was never started on this Redis");
  return openLayout(redis, keys, partitions);
}
