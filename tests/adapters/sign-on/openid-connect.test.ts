import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import * as E from "fp-ts/Either";
import { openIdConnect } from "../../../src/adapters/sign-on/openid-connect";
import type { OutgoingHttp } from "../../../src/application/ports/system/outgoing-http";
import { signOnProviderContract } from "../../contract/login/sign-on-provider.contract";

const issuer = "https://id.example.com";
const clientId = "parley";
const returnUrl = "https://chat.example.com/complete/oidc";
const keysOfService = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const tokenOf = (claims: object, key: KeyObject): string => {
  const content = `${encoded({ alg: "RS256", kid: "1" })}.${encoded(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
};

/** A service that answers every code with this ID token. */
const serviceGiving = (idToken: () => string): OutgoingHttp => {
  const answers: Readonly<Record<string, () => object>> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
    "/token": () => ({ access_token: "a", token_type: "bearer", id_token: idToken() }),
    "/userinfo": () => ({ sub: "ada-1", email: "ada@example.com", email_verified: true, name: "Ada" }),
    "/keys": () => ({
      keys: [{ ...keysOfService.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
    }),
  };
  return {
    request: async ({ url }) => {
      const answer = answers[new URL(url).pathname];
      return E.right({
        status: answer ? 200 : 404,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(answer?.() ?? {}),
      });
    },
  };
};

/** The provider of a service whose ID tokens have these claims, besides the nonce that it has to repeat. */
const providerWith = (more: object, key = keysOfService.privateKey) => {
  const errors: unknown[] = [];
  let nonce = "";
  const provider = openIdConnect({
    http: serviceGiving(() => {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, sub: "ada-1", aud: clientId, iat: now, exp: now + 300, nonce };
      return tokenOf({ ...usual, ...more }, key);
    }),
    issuer,
    clientId,
    clientSecret: "secret",
    displayName: "Example ID",
    onError: (error) => errors.push(error),
  });
  const expectNonce = (expected: string) => {
    nonce = expected;
  };
  return { provider, errors, expectNonce };
};

/** Logs in with an ID token that has these claims. */
const logIn = async (more: object, key = keysOfService.privateKey) => {
  const { provider, errors, expectNonce } = providerWith(more, key);
  const begun = await provider.begin(returnUrl);
  if (E.isLeft(begun)) throw new Error(String(errors[0]));
  const { challenge } = begun.right;
  expectNonce(challenge.nonce);
  return provider.finish(new URL(`${returnUrl}?code=c&state=${challenge.state}`), challenge);
};

test("reports the person whom the service's token names", async () => {
  expect(await logIn({})).toEqual(
    E.right({ provider: issuer, subject: "ada-1", email: "ada@example.com", fullName: "Ada" }),
  );
  expect(E.isRight(await logIn({ aud: [clientId, "another"], azp: clientId }))).toBe(true);
});

test.each<[string, object]>([
  ["for another client", { aud: "another" }],
  ["issued to another client, for this one", { azp: "another" }],
  ["issued to another client, for both", { aud: [clientId, "another"], azp: "another" }],
  ["of another service", { iss: "https://evil.example.com" }],
  ["of another login", { nonce: "another" }],
  ["that has expired", { exp: 1 }],
  ["about somebody else than the service's answer", { sub: "bob-2" }],
])("refuses a token %s", async (_what, claims) => {
  expect(await logIn(claims)).toEqual(E.left("unconfirmed"));
});

test("refuses a token signed with a key that isn't the service's", async () => {
  expect(await logIn({}, otherKeys.privateKey)).toEqual(E.left("unconfirmed"));
});

describe("the contract", () => signOnProviderContract(providerWith({})));
