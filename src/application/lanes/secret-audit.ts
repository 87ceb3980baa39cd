import type { AuditKind, AuditRecord } from "../../domain/audit/audit-entry";
import { aboutUser, personalMatter, record, type Unaudited } from "../../domain/audit/audit-rule";
import { auditValues } from "../../domain/audit/audit-values";
import type { SecretChange } from "../ports/events/event-store";

type SecretOf<Kind extends SecretChange["kind"]> = Extract<SecretChange, { readonly kind: Kind }>;
type Rule<Secret> = Unaudited | ((secret: Secret) => AuditRecord);

const fact =
  (kind: AuditKind) =>
  ({ userId }: SecretChange): AuditRecord =>
    record(kind, aboutUser(userId));

/** How changes of secrets are audited: no event contains them. The compiler requires every kind. */
export const secretAuditRules: { readonly [Kind in SecretChange["kind"]]: Rule<SecretOf<Kind>> } = {
  password: fact("user_password_changed"),
  factor_added: fact("user_second_factor_added"),
  factor_removed: fact("user_second_factor_removed"),
  recovery_codes: ({ userId, hashes }) =>
    record("user_recovery_codes_renewed", aboutUser(userId), {
      after: auditValues({ count: hashes.length }),
    }),
  sessions_ended: ({ userId, ended }) =>
    record("user_session_ended", aboutUser(userId), {
      before: auditValues({ browsers: ended?.map(({ browser }) => browser) ?? "all" }),
    }),
  call_token: personalMatter,
};

/** The entries that a change of secrets adds to the audit log. */
export const auditSecret = (secret: SecretChange): readonly AuditRecord[] => {
  // Each rule takes the secrets of its own kind.
  const rule = secretAuditRules[secret.kind] as Rule<SecretChange>;
  return typeof rule === "function" ? [rule(secret)] : [];
};
