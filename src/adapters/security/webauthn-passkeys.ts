import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type { Passkey, PasskeySite, Passkeys } from "../../application/ports/login/passkeys";

/** Loaded when somebody uses a passkey. */
const library = () => import("@simplewebauthn/server");

/** How long a browser waits for its user, in milliseconds. */
const timeout = 300_000;
const longestCredentialId = 1400;

const domainOf = ({ origin }: PasskeySite): string => new URL(origin).hostname;

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, "base64url"));

/** Browsers ignore the ones that they don't know. */
const transportsOf = ({ transports }: Passkey): AuthenticatorTransport[] =>
  [...transports] as AuthenticatorTransport[];

const descriptorOf = (passkey: Passkey) => ({ id: passkey.credentialId, transports: transportsOf(passkey) });

/** The result of a check; undefined if the browser's answer is malformed. */
const unlessUnreadable = async <A>(check: () => Promise<A | undefined>): Promise<A | undefined> => {
  try {
    return await check();
  } catch {
    return undefined;
  }
};

/** WebAuthn as a second factor. User presence is enough: the password identifies the user. */
export const webauthnPasskeys: Passkeys = {
  offerCreation: async (site, { userId, name, displayName }, known) => {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: site.name,
      rpID: domainOf(site),
      timeout,
      attestationType: "none",
      userName: name,
      userDisplayName: displayName,
      userID: new Uint8Array(Buffer.from(`parley user ${userId}`)),
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    });
    return { options: JSON.stringify(options), challenge: options.challenge };
  },

  verifyCreation: (site, challenge, answer) =>
    unlessUnreadable(async () => {
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: JSON.parse(answer),
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: domainOf(site),
        requireUserVerification: false,
      });
      if (!verified || registrationInfo.credential.id.length > longestCredentialId) return undefined;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const passkey = {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        transports,
      };
      return { passkey, counter };
    }),

  offerUse: async (site, known) => {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: domainOf(site),
      timeout,
      userVerification: "preferred",
      allowCredentials: known.map(descriptorOf),
    });
    return { options: JSON.stringify(options), challenge: options.challenge };
  },

  verifyUse: (site, challenge, answer, known) =>
    unlessUnreadable(async () => {
      const response = JSON.parse(answer);
      const passkey = known.find(({ credentialId }) => credentialId === response.id);
      if (passkey === undefined) return undefined;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: domainOf(site),
        credential: {
          id: passkey.credentialId,
          publicKey: toBytes(passkey.publicKey),
          counter: passkey.counter,
          transports: transportsOf(passkey),
        },
        requireUserVerification: false,
      });
      if (!verified) return undefined;
      return { credentialId: passkey.credentialId, counter: authenticationInfo.newCounter };
    }),
};
