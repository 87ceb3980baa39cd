import type { UserId } from "../../../domain/ids";

/** The site that passkeys belong to: browsers use them nowhere else. */
export interface PasskeySite {
  /** For example `https://chat.example.com`, with the port unless it is the default. */
  readonly origin: string;
  readonly name: string;
}

/** The stored part of a passkey. */
export interface Passkey {
  readonly credentialId: string;
  readonly publicKey: string;
  /** How the browser reaches it, in WebAuthn's terms. */
  readonly transports: readonly string[];
}

/** Options for a browser, and the challenge that verifies its answer. */
interface PasskeyRequest {
  /** JSON for the page's script. */
  readonly options: string;
  readonly challenge: string;
}

interface PasskeyOwner {
  readonly userId: UserId;
  readonly name: string;
  readonly displayName: string;
}

/** Keys that a device or a password manager holds for a site. WebAuthn. */
export interface Passkeys {
  /** Options to create a passkey, excluding authenticators that hold a known one. */
  offerCreation(site: PasskeySite, owner: PasskeyOwner, known: readonly Passkey[]): Promise<PasskeyRequest>;
  /** Returns the created passkey and its counter; undefined for an answer that doesn't match the challenge. */
  verifyCreation(
    site: PasskeySite,
    challenge: string,
    answer: string,
  ): Promise<{ readonly passkey: Passkey; readonly counter: number } | undefined>;
  /** Options to use one of these passkeys. */
  offerUse(site: PasskeySite, known: readonly Passkey[]): Promise<PasskeyRequest>;
  /** Returns the used passkey and its new counter; undefined for an answer that doesn't match the challenge. */
  verifyUse(
    site: PasskeySite,
    challenge: string,
    answer: string,
    known: readonly (Passkey & { readonly counter: number })[],
  ): Promise<{ readonly credentialId: string; readonly counter: number } | undefined>;
}
