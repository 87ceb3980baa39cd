import type { Mailer } from "../../../src/application/ports/mail/mailer";

interface MailerSubject {
  readonly mailer: Mailer;
  /** The addresses that mail went to, oldest first, once so many have arrived. */
  recipients(count: number): Promise<readonly string[]>;
}

const letter = { kind: "confirm_sign_up", realmName: "Example", link: "https://x/join" } as const;

export const mailerContract = (subject: () => MailerSubject | Promise<MailerSubject>): void => {
  test("each mail goes to its address once, and the sender learns that it was taken", async () => {
    const { mailer, recipients } = await subject();
    expect(await recipients(0)).toEqual([]);
    for (const to of ["ann@example.com", "ben@example.com"])
      expect(await mailer.send({ to, letter })).toMatchObject({ _tag: "Right" });
    expect(await recipients(2)).toEqual(["ann@example.com", "ben@example.com"]);
  });
};
