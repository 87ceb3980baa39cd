import * as t from "io-ts";
import type { NewJob } from "../../domain/job";
import { resetToken } from "../passwords/reset-link";
import type { Clock } from "../ports/clock";
import type { CredentialReader } from "../ports/credentials";
import type { RealmDirectory } from "../realm-directory";
import { type LinkPorts, linkTo, resetPath } from "../realm-links";
import { afterDelays, done, type JobHandler } from "./job-handler";
import { mailJob } from "./mail-payload";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly clock: Clock;
}

interface Asked {
  /** As somebody wrote it who may be anybody. */
  readonly email: string;
}

/** Has whoever has an address mailed a link for a new password. */
export const resetLinkJob = (email: string, dueAt: number): NewJob => ({
  kind: "mail_reset_link",
  payload: { email },
  dueAt,
  isSecret: true,
});

/** Mails a link for a new password, if the address is somebody's. */
export const mailResetLink = (ports: Ports): JobHandler<Asked> => ({
  payload: t.type({ email: t.string }),
  atOnce: 5,
  delayAfter: afterDelays([1, 5, 30, 60, 300].map((seconds) => seconds * 1000)),
  run: async ({ realmId, payload: { email } }) => {
    const state = await ports.directory.newest(realmId);
    const { realm } = state;
    const now = ports.clock.now();
    const user = state.userByEmail(email);
    // To an address that nobody here has, mail would only serve those who send it to others.
    if (user === undefined || user.bot !== null) return done;
    if (!user.isActive) {
      const letter = { kind: "no_password_to_reset", realmName: realm.name, isDeactivated: true } as const;
      return { kind: "done", next: [mailJob({ to: user.email, letter }, now)] };
    }
    const hash = await ports.credentials.passwordHash(realmId, user.id);
    const token = resetToken(ports.linkTokens, realmId, user, hash, now);
    const link = linkTo(ports, realm, `${resetPath}/${token}`);
    const letter = { kind: "reset_password", realmName: realm.name, link } as const;
    return { kind: "done", next: [mailJob({ to: user.email, letter }, now)] };
  },
});
