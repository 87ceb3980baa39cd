import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { costLimits } from "../../src/adapters/http/declaration/cost-limits";
import type { AnyEndpoint } from "../../src/adapters/http/declaration/endpoint";
import { allEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";
import { settings } from "../../src/config/config";
import { code, expectPageToEndWith, expectPageToHold, table } from "../support/docs/generated-page";

const root = join(__dirname, "../..");
const pages = ["", "docs/", "docs/api/", "docs/decisions/"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}${name}`),
);

const sources = ["src", "web", "tests", "bench", "migrations"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `/${folder}/${file}`),
);
/** CONTRIBUTING shows how to add it. */
const exampleMigration = "0200-add-folder-color.ts";

/** A page's text, without its examples. */
const withoutCode = (text: string): string =>
  text.replace(/^```.*?^```$/gms, "").replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");

/** The anchor that GitHub and others give a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const whoMay = (declared: AnyEndpoint): string => {
  if (declared.caller === "spectator") return "spectators";
  if (declared.caller === "webhook") return "webhooks";
  if (declared.caller === "anyone") return "anyone";
  if (declared.forPeopleOnly) return "people";
  return declared.forWebhooksToo ? "all users" : "users";
};

const methods = ["get", "post", "put", "patch", "delete"];
const order = (one: AnyEndpoint, other: AnyEndpoint): number =>
  one.at < other.at
    ? -1
    : one.at > other.at
      ? 1
      : methods.indexOf(one.method) - methods.indexOf(other.method);

const endpointTable = (endpoints: readonly AnyEndpoint[]): string =>
  table(
    ["Endpoint", "Who", "§", "What"],
    [...endpoints]
      .sort(order)
      .map((declared) => [
        code(`${declared.method.toUpperCase()} ${declared.at.replace("{+", "{")}`),
        whoMay(declared),
        declared.section ?? "",
        declared.summary,
      ]),
  );

test("the page on the API holds exactly the declared endpoints", () => {
  const everywhere = allEndpoints(false);
  const inDevelopment = allEndpoints(true).filter((declared) => !everywhere.includes(declared));
  expectPageToEndWith(
    "api/README.md",
    [
      endpointTable(everywhere),
      "## With `PARLEY_MODE=development` only",
      endpointTable(inDevelopment),
      "## Files, at the root instead of `/api/v1`",
      endpointTable(rootEndpoints),
    ].join("\n\n"),
  );
});

test("the page on budgets lists the limits of each class of requests", () => {
  const rows = Object.entries(costLimits).map(([name, limit]) => [
    code(name),
    ...[limit.running, limit.runningEach, limit.waiting, limit.waitingEach].map((count) =>
      count.toLocaleString("en-US"),
    ),
    "mebibytes" in limit ? `${limit.mebibytes} MiB` : "",
  ]);
  const head = ["Class", "At once", "per user", "Waiting", "per user", "Share of memory"];
  expectPageToHold("budgets.md", "Classes of requests", table(head, rows));
});

test("the page on security names a test for each limit of guesses, and for each thing that ends another", () => {
  const text = readFileSync(join(root, "docs/security.md"), "utf8");
  const tables = [
    ...text.matchAll(/^\| what (?:\| how often|changes \| what ends) \| test \|\n\|[-|]+\n((?:\|.*\n)+)/gm),
  ];
  const rows = tables.flatMap(([, lines = ""]) => lines.trimEnd().split("\n"));
  expect([tables.length, rows.length > 20]).toEqual([2, true]);
  expect(rows.filter((line) => !/`tests\/[\w./-]+\.test\.ts`: “[^”]+” \|$/.test(line))).toEqual([]);
});

test("the page on settings holds exactly the settings that exist", () => {
  expectPageToEndWith(
    "settings.md",
    table(
      ["Variable", "Default", "Meaning"],
      Object.values(settings).map(({ variable, fallback, meaning }) => [
        code(variable),
        fallback === undefined ? "" : code(fallback),
        meaning,
      ]),
    ),
  );
});

describe.each(pages)("%s", (page) => {
  const text = readFileSync(join(root, page), "utf8");

  test("names only settings that exist", () => {
    const known = Object.values(settings).map(({ variable }) => variable);
    const named = [...text.matchAll(/\bPARLEY_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([variable]) => variable);
    expect(named.filter((one) => !one.startsWith("PARLEY_TEST_") && !known.includes(one))).toEqual([]);
  });

  test("links to files that exist", () => {
    const links = [...withoutCode(text).matchAll(/(?:\]\(|src=")(?!https?:|mailto:|#)([^)"#\s]+)/g)].map(
      ([, to = ""]) => to,
    );
    expect(links.filter((to) => !existsSync(join(root, dirname(page), to)))).toEqual([]);
  });

  test("links to headings that exist", () => {
    const links = [...withoutCode(text).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
    const dead = links.filter(([, to = "", anchor = ""]) => {
      const target = readFileSync(join(root, to === "" ? page : join(dirname(page), to)), "utf8");
      return ![...target.matchAll(/^#+ (.*)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  test("names source files and folders that exist", () => {
    const fromRoot = [...text.matchAll(/`((?:src|tests|bench|migrations|scripts)\/[\w./-]+)`/g)];
    const fromSource = [
      ...text.matchAll(/`((?:domain|application(?!\/x-)|adapters|composition|cli)\/[\w./-]+)`/g),
    ];
    const named = [...fromRoot.map(([, file = ""]) => file), ...fromSource.map(([, file]) => `src/${file}`)];
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("has lines of at most 140 characters, except for tables, what is generated, and what can't be broken", () => {
    const prose = text
      .replace(/^(`{3,}).*?^\1$/gms, "")
      .replace(/^<!--[^\n]*UPDATE_DOCS.*?^<!-- end -->$/gms, "")
      .replace(/^<!--[^\n]*UPDATE_DOCS.*/gms, "");
    const long = prose.split("\n").filter((line) => line.length > 140 && !/^\s*[|<#]/.test(line));
    const breaks = (line: string) => / /.test(line.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, "x").trim());
    expect(long.filter(breaks)).toEqual([]);
  });

  test("names functions of the files that they are in", () => {
    const pairs = [...text.matchAll(/`(\w+)(?:\([^`]*\))?`\s+\(`([\w./-]+\.tsx?)`\)/g)];
    const elsewhere = pairs.filter(([, name = "", file = ""]) => {
      const places = sources.filter((source) => source.endsWith(`/${file}`));
      return !places.some((place) =>
        new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, place), "utf8")),
      );
    });
    expect(elsewhere.map(([pair]) => pair)).toEqual([]);
  });

  test("names tests that exist, by the words of their files", () => {
    const named = [...text.matchAll(/`(tests\/[\w./-]+)`: “([^”]+)”/g)];
    const dead = named.filter(([, file = "", name = ""]) => {
      const source = readFileSync(join(root, file), "utf8");
      return ![`"${name}"`, `\`${name}\``].some((quoted) => source.includes(quoted));
    });
    expect(dead.map(([words]) => words)).toEqual([]);
  });

  test("names TypeScript files as they are called", () => {
    const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = ""]) => file);
    const isKnown = (file: string) => sources.some((source) => source.endsWith(`/${file}`));
    expect(named.filter((file) => file !== exampleMigration && !isKnown(file))).toEqual([]);
  });
});
