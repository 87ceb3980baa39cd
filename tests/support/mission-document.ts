import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What Parley is built to, in nine parts. It lies beside the project, not in it. */
const documentFile = join(__dirname, "../../../shared/spec/service-api.md");

/** Undefined where the document isn't there. */
export const missionDocument = (): string | undefined =>
  existsSync(documentFile) ? readFileSync(documentFile, "utf8") : undefined;

const plain = (text: string): string => text.replaceAll("`", "").replace(/\.$/, "").trim();

/** What the rows of a table are, by its first heading. */
const kinds: Readonly<Record<string, string>> = {
  parameter: "parameter",
  field: "field",
  key: "key",
  form: "form",
  event: "event",
  limit: "limit",
};

/** `| a | b |` as its cells; undefined for what is no row of a table. */
const cellsOf = (line: string): readonly string[] | undefined =>
  line.startsWith("|")
    ? line
        .split("|")
        .slice(1, -1)
        .map((cell) => plain(cell))
    : undefined;

/** A cell's name alone: `{direct_members: …}` as it is, a list of names without its notes. */
const tableRow = (kind: string, cells: readonly string[]): string => {
  const [first = "", second = "", third = "", , fifth = ""] = cells;
  if (kind === "resource") return `${first} ${second} by ${third} to ${fifth}`;
  if (kind === "code") return `error ${first}, ${second}`;
  return `${kinds[kind]} ${first}`;
};

/** Deprecated names and level markers stand in one sentence each, an entry between two semicolons. */
const listed = (text: string): readonly string[] | undefined => {
  const [, what, list = ""] = /^(Deprecated or replaced items|Level markers): (.*)$/.exec(text) ?? [];
  if (what === undefined) return undefined;
  const kind = what === "Level markers" ? "level of" : "deprecated";
  return list.split("; ").map((entry) => `${kind} ${plain(entry.split(/ level| \(|,/)[0] ?? "")}`);
};

/**
 * The rows of the document, as the tests name them: `§4.1 parameter op`, `§7 error …`. Each row of a table is one;
 * so is each paragraph and each entry of a list, counted through its section as `note`. Lines that only open
 * a table are none.
 */
export const rowsOf = (document: string): readonly string[] => {
  const rows: string[] = [];
  let section = "0";
  let table: string | undefined;
  let notes = 0;
  for (const line of document.split("\n")) {
    const [, heading] = /^#+ (\d[\d.b]*)/.exec(line) ?? [];
    const cells = cellsOf(line);
    if (heading !== undefined) {
      section = heading.replace(/\.$/, "");
      table = undefined;
      notes = 0;
    } else if (cells === undefined) {
      table = undefined;
      const text = line.replace(/^(- |\d+\. )/, "");
      const opensList = text.endsWith(":") && !text.includes(". ");
      if (text === "" || text.startsWith("#") || opensList) continue;
      const entries = listed(text);
      if (entries) rows.push(...entries.map((entry) => `§${section} ${entry}`));
      else rows.push(`§${section} note ${++notes}`);
    } else if (table === undefined) table = cells[0]?.toLowerCase() ?? "";
    else if (!cells.every((cell) => /^-+$/.test(cell))) rows.push(`§${section} ${tableRow(table, cells)}`);
  }
  return rows;
};
