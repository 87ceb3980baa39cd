import { printingMailer } from "../../../src/adapters/mail/printing-mailer";

test("prints unsent mail on one line, with its link separate from what follows", async () => {
  const lines: string[] = [];
  const letter = { kind: "confirm_sign_up", realmName: "Example", link: "https://x/join" } as const;
  await printingMailer((line) => lines.push(line)).send({ to: "ann@example.com", letter });
  expect(lines).toEqual([
    expect.stringMatching(
      /^Mail to ann@example\.com, [^\n]*: Finish joining Example\. [^\n]* https:\/\/x\/join /,
    ),
  ]);
});

test("prints no more than the beginning of a long mail", async () => {
  const lines: string[] = [];
  const link = `https://x/${"a".repeat(10_000)}`;
  const letter = { kind: "confirm_sign_up", realmName: "Example", link } as const;
  await printingMailer((line) => lines.push(line)).send({ to: "ann@example.com", letter });
  expect(lines).toEqual([expect.stringMatching(/^Mail to ann@example\.com, .* \[…\]$/)]);
  expect(Buffer.byteLength(lines.join())).toBeLessThan(8192);
});
