import { re2Patterns } from "../../../src/adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../../../src/adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../../../src/adapters/linkifiers/tld-urls";
import { totpCodes } from "../../../src/adapters/security/one-time-codes";
import { signedLinks } from "../../../src/adapters/security/temporary-links";
import { webauthnPasskeys } from "../../../src/adapters/security/webauthn-passkeys";
import { noLoginTokens } from "../../../src/adapters/sign-on/jwt-login-tokens";
import { incomingWebhooks } from "../../../src/adapters/webhooks/incoming/all";
import type { Outside } from "./memory-application";

/** Adapters that only compute, for in-memory applications that any request may reach. */
export const realServices = {
  linkifierPatterns: re2Patterns,
  urlTemplates: rfc6570Templates,
  bareUrls: tldUrls,
  oneTimeCodes: totpCodes,
  passkeys: webauthnPasskeys,
  incomingWebhooks,
  loginTokens: noLoginTokens,
  links: signedLinks("a secret of thirty-two characters or more"),
} satisfies Partial<Outside>;
