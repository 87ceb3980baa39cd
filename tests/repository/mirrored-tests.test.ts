import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const areas = ["domain", "application", "adapters", "composition", "config", "cli"];

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

const root = join(__dirname, "..", "..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** A port has contracts instead, and a test may share its name by testing its use cases. */
const isPort = (file: string): boolean => file.startsWith("ports/");

test.each(areas)("a test in tests/%s that is named like a source file lies where that file does", (area) => {
  const sources = filesIn(join("src", area), ".ts").filter((file) => !isPort(file));
  const misplaced = filesIn(join("tests", area), ".test.ts").filter((test) => {
    const named = sources.filter((source) => nameOf(source) === nameOf(test));
    return named.length > 0 && !named.includes(test);
  });
  expect(sources.length).toBeGreaterThan(0);
  expect(misplaced).toEqual([]);
});

test("tests of use cases start no server", () => {
  const folder = join(__dirname, "..", "application");
  const files = filesIn(folder, ".test.ts");
  expect(files.length).toBeGreaterThan(100);
  const starting = files.filter((file) =>
    /adapters\/http\/(?:server|web-server)"/.test(readFileSync(join(folder, `${file}.test.ts`), "utf8")),
  );
  expect(starting).toEqual([]);
});

/** A file directly in a folder of src/application that exports a function of its name, which takes ports and returns another. */
const isUseCase = (file: string): boolean => {
  if (isPort(file) || file.split("/").length !== 2) return false;
  const name = nameOf(file).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const declared = new RegExp(`export const ${name} =\\s*\\([^)]*\\)(?<rest>[^;{]*?=>\\s*(?:async )?.)`);
  const rest = declared.exec(textOf(`src/application/${file}.ts`))?.groups?.rest;
  // Its type says that it returns a function, or a function follows the arrow.
  return rest !== undefined && (/^: \(\(|=>\s*(?:async )?[(<]$/.test(rest) || rest.includes("JobHandler"));
};

/** Use cases without a test file of their own, each with the test, in tests/, that runs it. */
const testedElsewhere: Readonly<Record<string, string>> = {
  // What another use case's test sees anyway.
  "api-keys/end-own-api-key": "application/api-keys/end-api-key-of-user",
  "api-keys/list-own-api-keys": "application/api-keys/list-api-keys-of-user",
  "calls/list-calls-offered": "application/calls/join-meeting",
  "linkifiers/list-linkifiers": "application/linkifiers/update-linkifier",
  "playgrounds/remove-playground": "application/playgrounds/add-playground",
  "realm/find-realm": "application/realm/create-realm",
  "realm/reactivate-realm": "application/realm/deactivate-realm",
  "topics/list-public-topics": "application/topics/list-topics",
  "users/fetch-status": "application/users/set-status",
  "users/unmute-user": "application/users/mute-user",
  // Files that still gather several use cases.
  "accounts/confirm-email-change": "application/accounts/email-changes",
  "accounts/request-email-change": "application/accounts/email-changes",
  "events/delete-queue": "application/events/register-queue",
  "events/fetch-public-state": "application/events/register-queue",
  "realm/has-realm": "application/realm/create-first-realm",
  "realm/open-first-realm": "application/realm/create-first-realm",
  // What several processes do together.
  "events/receive-signal": "application/presence/presence-board",
  "events/settle-local-queues": "application/queues/live-queues.long",
};

/** Use cases that no test calls by name, each with the reason, or what runs it. */
const runByOthers: Readonly<Record<string, string>> = {
  "realm/first-realm-path": "support of the test of create-first-realm",
  "accounts/complete-deactivation": "the jobs in the test of deactivate-in-slices",
  "admission/requester-of": "no use case: makes an object from its input",
  "held-realms/release-idle-realms": "a timer of the running server",
  "passwords/mail-reset-link": "the jobs in the test of request-password-reset",
  "push/send-push": "the jobs in the test of notify-devices",
  "realm/read-realm-state": "the HTTP tests of fetching messages",
  "uploads/hold-resumable-upload": "the HTTP test of resumable uploads",
};

test("each use case has a test file of its own, unless another test runs it", () => {
  const useCases = filesIn(join(root, "src/application"), ".ts").filter(isUseCase);
  expect(useCases.length).toBeGreaterThan(250);
  const tests = new Set(
    filesIn(join(root, "tests/application"), ".test.ts").map((file) => file.replace(/\.long$/, "")),
  );
  const without = useCases.filter((file) => !tests.has(file));
  expect(without.sort()).toEqual([...Object.keys(testedElsewhere), ...Object.keys(runByOthers)].sort());
});

test.each(Object.entries(testedElsewhere))("%s is tested by %s", (useCase, file) => {
  expect(textOf(`tests/${file}.test.ts`)).toContain(`application/${useCase}"`);
});
