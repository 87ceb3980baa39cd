import {
  type ComparedConfig,
  sendsMail,
  settingsDifferences,
  settingsLetters,
} from "../../../src/composition/adapters/compared-settings";

const usual: ComparedConfig = {
  archiveDays: 30,
  auditDays: 400,
  mode: "production",
  oidcIssuer: undefined,
  orphanDays: 35,
  push: ["fcm", "web"],
  smtpUrl: undefined,
  url: "https://chat.example.com",
};
const changes: Partial<ComparedConfig>[] = [
  { smtpUrl: "smtp://mail.example.com" },
  { archiveDays: 31 },
  { auditDays: 0 },
  { orphanDays: 1 },
  { push: ["web"] },
  { oidcIssuer: "https://login.example.com" },
  { url: "http://10.0.0.1:9991" },
];
const variables = (config: ComparedConfig, letters: string | undefined) =>
  settingsDifferences(config, letters).map(({ variable }) => variable);

test("each setting that differs is named, and no other", () => {
  expect(variables(usual, settingsLetters(usual))).toEqual([]);
  const named = [
    "PARLEY_SMTP_URL",
    "PARLEY_ARCHIVE_DAYS",
    "PARLEY_AUDIT_DAYS",
    "PARLEY_ORPHAN_DAYS",
    "PARLEY_PUSH",
    "PARLEY_OIDC_ISSUER",
    "PARLEY_URL",
  ];
  expect(changes.map((change) => variables({ ...usual, ...change }, settingsLetters(usual)))).toEqual(
    named.map((variable) => [variable]),
  );
  const all = settingsLetters(Object.assign({}, usual, ...changes));
  expect(variables(usual, all)).toEqual(named);
});

test("what a shortened name or another version doesn't say is no difference", () => {
  const all = settingsLetters(Object.assign({}, usual, ...changes));
  expect(variables(usual, undefined)).toEqual([]);
  expect(variables(usual, "")).toEqual([]);
  expect(variables(usual, "xyz")).toEqual([]);
  expect([1, 2, 3, 4].map((length) => variables(usual, all.slice(0, length)).length)).toEqual([1, 1, 2, 2]);
});

test("which mail server sends is no difference", () => {
  const [one, two] = ["one", "two"].map((host) => ({ ...usual, smtpUrl: `smtp://${host}.example.com` }));
  expect(one && two && variables(one, settingsLetters(two))).toEqual([]);
});

test("mail reaches people from a mail server, or in development, but not from the log", () => {
  const sends = (change: Partial<ComparedConfig>) => sendsMail(settingsLetters({ ...usual, ...change }));
  expect(sends({})).toBe(false);
  expect(sends({ smtpUrl: "smtp://mail.example.com" })).toBe(true);
  expect(sends({ mode: "development" })).toBe(true);
  expect(sendsMail(undefined)).toBe(false);
});
