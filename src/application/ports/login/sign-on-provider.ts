import type { Either } from "fp-ts/Either";
import type { ProviderIdentity } from "./sign-on-identities";

/** The values that a browser must bring back from the other service. */
interface SignOnChallenge {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An authenticated identity, as the other service reports it. */
export interface Identity extends ProviderIdentity {
  /** Undefined unless the service has verified the address. */
  readonly email: string | undefined;
  /** Empty if unknown. */
  readonly fullName: string;
}

/** A single sign-on service. */
export interface SignOnProvider {
  readonly displayName: string;
  /** The service's URL for the browser. */
  begin(
    returnUrl: string,
  ): Promise<Either<"unreachable", { readonly url: string; readonly challenge: SignOnChallenge }>>;
  /** The identity that a browser brings back, by the URL it returned to. Fails if the service vouches for nobody. */
  finish(returnedTo: URL, challenge: SignOnChallenge): Promise<Either<"unconfirmed", Identity>>;
}
