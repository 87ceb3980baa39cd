import type { Knex } from "knex";

/** Tables with a row an organization, a short list of each, or work that waits. Any other may be large. */
const smallTables: ReadonlySet<string> = new Set([
  "allowed_domains",
  "backfills",
  "channel_folders",
  "default_channel_groups",
  "jobs",
  "linkifiers",
  "playgrounds",
  "profile_fields",
  "realm_emoji",
  "realm_heads",
  "realms",
  "relayed_realms",
  "throttles",
  "upload_reservations",
]);

interface Rule {
  /** Matches a statement that breaks the rule; `table` is the table that it names. */
  readonly breaks: RegExp;
  readonly instead: string;
  readonly evenIfSmall?: boolean;
}

const rules: readonly Rule[] = [
  {
    breaks: /\bUPDATE (?:ONLY )?(?<table>\w+) (?:(?:AS )?\w+ )?SET\b/i,
    instead: "fill its rows with a later backfill",
  },
  { breaks: /\bDELETE FROM (?:ONLY )?(?<table>\w+)/i, instead: "delete its rows in batches, with a job" },
  {
    breaks: /^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?(?:\w+ )?ON (?:ONLY )?(?<table>\w+)/i,
    instead: "build its index as a later index",
  },
  {
    breaks:
      /^ALTER TABLE (?<table>\w+) .*\bADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b(?!.*\bNOT VALID\b)/i,
    instead: "add its constraint as NOT VALID, and validate it in a later step",
  },
  {
    breaks:
      /^ALTER TABLE (?<table>\w+) .*\bADD COLUMN [^,]*(?:\b(?:REFERENCES|UNIQUE|PRIMARY|CHECK|GENERATED|\w*serial)\b|\bDEFAULT \w+\()/i,
    instead: "add its column with a constant default or none",
  },
  {
    breaks: /^ALTER TABLE (?<table>\w+) .*\bALTER (?:COLUMN )?\w+ (?:(?:SET DATA )?TYPE|SET NOT NULL)\b/i,
    instead: "leave its columns as they are: add one, or a constraint that is NOT VALID",
  },
  {
    breaks: /^(?:VACUUM FULL|CLUSTER|REINDEX TABLE|TRUNCATE(?: TABLE)?|LOCK(?: TABLE)?) (?<table>\w+)/i,
    instead: "don't lock it",
  },
  {
    breaks: /^(?:DROP TABLE (?:IF EXISTS )?|ALTER TABLE )(?<table>\w+)(?:$|,|.*\b(?:DROP COLUMN|RENAME)\b)/i,
    instead: "leave what the version before uses, until the release after this one",
    evenIfSmall: true,
  },
  {
    breaks: /^ALTER TABLE (?<table>\w+) .*\bADD COLUMN (?=[^,]*\bNOT NULL\b)(?![^,]*\bDEFAULT\b)/i,
    instead: "let its column be null or have a default, because the version before inserts rows without it",
    evenIfSmall: true,
  },
  {
    breaks:
      /^ALTER TABLE (?<table>messages|events|event_queues) .*\bADD COLUMN [^,]*\b(?:NOT NULL|DEFAULT)\b/i,
    instead:
      "let its column be null, because functions insert whole rows, which lack it from the version before",
  },
];

/** The statements that a migration runs, without comments and the bodies of functions. */
export const statementsOf = async ({ up }: Knex.Migration): Promise<readonly string[]> => {
  const texts: string[] = [];
  await up({ raw: async (text: string) => texts.push(text) } as unknown as Knex);
  return texts
    .flatMap((text) =>
      text
        .replace(/\$\$.*?\$\$/gs, "''")
        .replace(/--.*$/gm, "")
        .split(";"),
    )
    .map((text) => text.trim().replace(/\s+/g, " "))
    .filter((text) => text !== "");
};

/** Why nodes of the version before couldn't serve while these statements run. A table that they create is nobody else's yet. */
export const objectionsTo = (statements: readonly string[]): readonly string[] => {
  const created = new Set(
    statements.map((text) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(text)?.[1]),
  );
  return statements.flatMap((text) =>
    rules.flatMap(({ breaks, instead, evenIfSmall = false }) => {
      const table = breaks.exec(text)?.groups?.table;
      if (table === undefined || created.has(table) || (smallTables.has(table) && !evenIfSmall)) return [];
      return [`${table}: ${instead}`];
    }),
  );
};
