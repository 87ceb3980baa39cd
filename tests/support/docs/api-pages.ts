import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { costOf } from "../../../src/adapters/http/declaration/cost";
import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import type { Parameter, Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import type { Schema } from "../../../src/adapters/zulip-wire/codecs/schema";
import { code, table } from "./generated-page";

const folder = join(__dirname, "../../../docs/api");

/** The API's pages by their names below `docs`. */
export const apiPages: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((name) => [`api/${name}`, readFileSync(join(folder, name), "utf8")] as const),
);

/** How a table's first heading names its rows. */
const kinds: Readonly<Record<string, (cells: readonly string[]) => string>> = {
  parameter: ([name]) => `parameter ${name}`,
  field: ([name]) => `field ${name}`,
  key: ([name]) => `key ${name}`,
  form: ([name]) => `form ${name}`,
  event: ([name]) => `event ${name}`,
  limit: ([name]) => `limit ${name}`,
  "deprecated name": ([name]) => `deprecated ${name}`,
  feature: ([name]) => `level of ${name}`,
  "error code": ([name, condition]) => `error ${name}, ${condition}`,
  resource: ([name, state, move, , next]) => `${name} ${state} by ${move} to ${next}`,
};

const cellsOf = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.replaceAll("`", "").trim());

/** The sections of a page, each with its lines: `# §4.1 Typing` opens one. */
const sectionsOf = (page: string): readonly { readonly section: string; readonly lines: string[] }[] => {
  const sections: { section: string; lines: string[] }[] = [];
  for (const line of page.split("\n")) {
    const [, section] = /^#+ §(\d[\d.b]*) /.exec(line) ?? [];
    if (section !== undefined) sections.push({ section, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
};

/** Every section that has a heading. */
export const headings: ReadonlySet<string> = new Set(
  [...apiPages.values()].flatMap((page) => sectionsOf(page).map(({ section }) => section)),
);

/** A section's rows: `parameter op`, `error BAD_REQUEST, …`, and `note 2` for its second rule. */
const rowsIn = (lines: readonly string[]): readonly string[] => {
  const rows: string[] = [];
  let kind: string | undefined;
  for (const line of lines) {
    const [, rule] = /^(\d+)\. /.exec(line) ?? [];
    if (rule !== undefined) rows.push(`note ${rule}`);
    if (!line.trimStart().startsWith("|")) kind = undefined;
    else if (kind === undefined) kind = cellsOf(line)[0]?.toLowerCase() ?? "";
    else rows.push(kinds[kind]?.(cellsOf(line)) ?? "");
  }
  return rows;
};

/** All rows of the pages, as the tests of the mission name them: `§4.1 parameter op`. */
export const apiRows: ReadonlySet<string> = new Set(
  [...apiPages.values()].flatMap((page) =>
    sectionsOf(page).flatMap(({ section, lines }) => rowsIn(lines).map((row) => `§${section} ${row}`)),
  ),
);

const alternatives = (schemas: readonly Schema[]): string => schemas.map(typeOf).join(" or ");

/** A schema in a few words. */
const typeOf = (schema: Schema): string => {
  const { type, enum: words, const: constant, anyOf, oneOf, allOf, prefixItems, items } = schema;
  if (Array.isArray(words)) return words.map((word) => code(String(word))).join(", ");
  if (constant !== undefined) return code(JSON.stringify(constant));
  if (anyOf ?? oneOf) return alternatives((anyOf ?? oneOf) as Schema[]);
  if (allOf) return "object";
  if (Array.isArray(type)) return type.join(" or ");
  if (prefixItems) return `[${(prefixItems as Schema[]).map(typeOf).join(", ")}]`;
  if (type !== "array") return String(type ?? "any");
  const item = items === undefined ? "any" : typeOf(items as Schema);
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
};

const needed = (place: "path" | "given", { isRequired, whenAbsent }: Parameter<unknown>): string => {
  if (place === "path") return "in the path";
  if (isRequired) return "yes";
  const fallback = Array.isArray(whenAbsent) || typeof whenAbsent === "boolean" || whenAbsent === "direct";
  return fallback
    ? `no: ${code(typeof whenAbsent === "string" ? whenAbsent : JSON.stringify(whenAbsent))}`
    : "no";
};

/** The last cell of each row of a page, by the row's first cell: it holds the hand-written meaning. */
type Meanings = ReadonlyMap<string, string>;

export const meaningsIn = (block: string): Meanings => {
  const meanings = new Map<string, string>();
  let heading = "";
  for (const line of block.split("\n")) {
    heading = /^\*\*`.*?`\*\*/.exec(line)?.[0] ?? heading;
    const cells = line.startsWith("| `") ? line.split(/(?<!\\)\|/).slice(1, -1) : [];
    if (cells.length > 2) meanings.set(`${heading} ${cells[0]?.trim()}`, cells.at(-1)?.trim() ?? "");
  }
  return meanings;
};

const callers = (declared: AnyEndpoint): string => {
  if (declared.caller === "spectator") return "anyone who may read what is open to the web";
  if (declared.caller === "webhook") return "incoming webhooks";
  if (declared.caller === "anyone") return "anyone, without a login";
  if (declared.forAtLeast) return `${declared.forAtLeast}s`;
  if (declared.forPeopleOnly) return "people, but no bots";
  return declared.forWebhooksToo ? "people and all bots" : "people and bots";
};

const titleOf = (declared: AnyEndpoint): string =>
  `**${code(`${declared.method.toUpperCase()} ${declared.at.replace("{+", "{")}`)}**`;

/** One endpoint as declared, with the meanings that its page already gives. */
/** The lists whose length decides the class. */
const longLists = ({ bulkBeyond = {} }: AnyEndpoint): string =>
  Object.entries<number | undefined>(bulkBeyond)
    .map(([name, most]) => `, or ${code("bulk")} with more than ${most?.toLocaleString("en")} ${code(name)}`)
    .join("");

const endpointPart = (declared: AnyEndpoint, meanings: Meanings): string => {
  const title = titleOf(declared);
  const meaning = (name: string): string =>
    (meanings.get(`${title} ${code(name)}`) ?? "").replaceAll("\\|", "|");
  const parameterRows = (place: "path" | "given", parameters: Parameters): string[][] =>
    Object.entries(parameters).map(([name, parameter]) => [
      code(name),
      `${typeOf(parameter.type.schema)}${parameter.type.isJson ? ", as JSON" : ""}`,
      needed(place, parameter),
      meaning(name),
    ]);
  const parameters = [...parameterRows("path", declared.path), ...parameterRows("given", declared.params)];
  const fields = Object.entries(declared.response).map(([name, schema]) => [
    code(name),
    typeOf(schema),
    meaning(name),
  ]);
  return [
    `${title}: ${declared.summary}. For ${callers(declared)}; class ${code(costOf(declared))}${longLists(declared)}.`,
    ...(parameters.length > 0 ? [table(["Parameter", "Type", "Required", "Meaning"], parameters)] : []),
    ...(fields.length > 0 ? [table(["Field", "Type", "Meaning"], fields)] : []),
  ].join("\n\n");
};

/** All endpoints of a section, in the order of their declarations. */
export const endpointsPart = (endpoints: readonly AnyEndpoint[], meanings: Meanings): string =>
  endpoints.map((declared) => endpointPart(declared, meanings)).join("\n\n");
