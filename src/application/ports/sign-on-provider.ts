import type { ProviderIdentity } from "./sign-on-identities";

/** What a browser must bring back from the other service. */
interface SignOnChallenge {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Who somebody is, by the word of the other service. */
export interface Identity extends ProviderIdentity {
  /** Undefined where the service doesn't say that the address is theirs. */
  readonly email: string | undefined;
  /** Empty where it doesn't say. */
  readonly fullName: string;
}

/** Another service by which people log in. */
export interface SignOnProvider {
  readonly displayName: string;
  /** The address of the other service to which the browser goes; undefined where it doesn't answer. */
  begin(
    returnUrl: string,
  ): Promise<{ readonly url: string; readonly challenge: SignOnChallenge } | undefined>;
  /** Who came back, by the address at which they did; undefined where the other service vouches for nobody. */
  finish(returnedTo: URL, challenge: SignOnChallenge): Promise<Identity | undefined>;
}
