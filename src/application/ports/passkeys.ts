/** The site that passkeys are for: browsers use them nowhere else. */
export interface PasskeySite {
  /** As in `https://chat.example.com`, with the port if it is another than usual. */
  readonly origin: string;
  readonly name: string;
}

/** What is kept of a passkey. */
export interface Passkey {
  readonly credentialId: string;
  readonly publicKey: string;
  /** How the browser reaches it, in its own words. */
  readonly transports: readonly string[];
}

/** What a browser is asked to do, and the challenge by which its answer is known. */
interface PasskeyRequest {
  /** JSON, for the script of the page. */
  readonly options: string;
  readonly challenge: string;
}

interface PasskeyOwner {
  readonly userId: number;
  readonly name: string;
  readonly displayName: string;
}

/** Keys that a device or a password manager holds for a site. WebAuthn. */
export interface Passkeys {
  /** Asks a browser to make a passkey where there is none yet of these. */
  askToMake(site: PasskeySite, owner: PasskeyOwner, known: readonly Passkey[]): Promise<PasskeyRequest>;
  /** The passkey that a browser made, and what it counts; undefined for an answer that isn't to the challenge. */
  made(
    site: PasskeySite,
    challenge: string,
    answer: string,
  ): Promise<{ readonly passkey: Passkey; readonly counter: number } | undefined>;
  /** Asks a browser to use one of these passkeys. */
  askToUse(site: PasskeySite, known: readonly Passkey[]): Promise<PasskeyRequest>;
  /** Which of the passkeys a browser used, and what it counts now; undefined for an answer that isn't to the challenge. */
  used(
    site: PasskeySite,
    challenge: string,
    answer: string,
    known: readonly (Passkey & { readonly counter: number })[],
  ): Promise<{ readonly credentialId: string; readonly counter: number } | undefined>;
}
