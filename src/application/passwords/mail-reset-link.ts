import * as t from "io-ts";
import type { NewJob } from "../../domain/jobs/job";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterSeconds, done, type JobHandler } from "../jobs/job-handler";
import { type LinkPorts, linkTo, resetPath } from "../links/realm-links";
import { mailJob } from "../mail/mail-payload";
import type { CredentialReader } from "../ports/login/credentials";
import type { Clock } from "../ports/system/clock";
import { resetToken } from "./internal/reset-link";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly clock: Clock;
}

interface ResetRequest {
  /** As somebody unauthenticated typed it. */
  readonly email: string;
}

/** Mails a password reset link to the owner of an address. */
export const resetLinkJob = (email: string, dueAt: number): NewJob => ({
  kind: "mail_reset_link",
  payload: { email },
  dueAt,
  isSecret: true,
});

/** Mails a password reset link, if the address belongs to a user. */
export const mailResetLink = (ports: Ports): JobHandler<ResetRequest> => ({
  payload: t.type({ email: t.string }),
  atOnce: 5,
  delayAfter: afterSeconds([1, 5, 30, 60, 300]),
  run: async ({ realmId, payload: { email } }) => {
    const state = await ports.directory.newest(realmId);
    const { realm } = state;
    const now = ports.clock.now();
    const user = state.userByEmail(email);
    // An address without an account gets no mail: it would let anyone send mail to strangers.
    if (user === undefined || user.bot !== null || realm.isDeactivated) return done;
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
