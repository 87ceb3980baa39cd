import { Secret, TOTP } from "otpauth";
import { sharpImageEditor } from "../../../src/adapters/images/sharp-image-editor";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { derivedApiKeys } from "../../../src/adapters/security/api-keys";
import { signedLinkTokens } from "../../../src/adapters/security/link-tokens";
import { totpCodes } from "../../../src/adapters/security/one-time-codes";
import { argon2Hasher } from "../../../src/adapters/security/password-hasher";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { cryptoTokens } from "../../../src/adapters/security/random-tokens";
import { secretSeals } from "../../../src/adapters/security/seals";
import { signedSessionTokens } from "../../../src/adapters/security/session-tokens";
import { webauthnPasskeys } from "../../../src/adapters/security/webauthn-passkeys";
import { loadFileTypes } from "../../../src/adapters/storage/file-types";
import { systemClock } from "../../../src/adapters/system/clock";
import { codeShown, plainCodes, plainKey, plainPasskeys } from "../../support/application/factor-fakes";
import {
  blindImageEditor,
  escapingRenderer,
  fixedClock,
  lenientStrength,
  plainApiKeys,
  plainFileTypes,
  plainLinkTokens,
  plainPasswordHasher,
  reversingSeals,
  sequentialSessionTokens,
  sequentialTokens,
  throttleWith,
} from "../../support/application/fakes";
import { rendererSetup } from "../../support/markdown/renderer";
import { anAuthenticator } from "../../support/servers/passkey-authenticator";
import { apiKeysContract } from "../api-keys/api-keys.contract";
import { fileTypesContract } from "../files/file-types.contract";
import { linkTokensContract } from "../login/link-tokens.contract";
import { oneTimeCodesContract } from "../login/one-time-codes.contract";
import { passkeysContract } from "../login/passkeys.contract";
import { passwordHasherContract } from "../login/password-hasher.contract";
import { passwordStrengthContract } from "../login/password-strength.contract";
import { sessionTokensContract } from "../login/session-tokens.contract";
import { messageRendererContract } from "../messages/message-renderer.contract";
import { imageEditorContract } from "../pictures/image-editor.contract";
import { clockContract } from "./clock.contract";
import { randomTokensContract } from "./random-tokens.contract";
import { sealsContract } from "./seals.contract";
import { throttleContract } from "./throttle.contract";

const secret = "a secret of thirty-two characters or more";
const pngSignature = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");

/** What an authenticator app shows. */
const appCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

describe("adapters", () => {
  describe("clock", () => clockContract(systemClock));
  describe("API keys", () => apiKeysContract(derivedApiKeys(secret)));
  describe("file types", () => fileTypesContract(loadFileTypes, pngSignature));
  describe("images", () => imageEditorContract(sharpImageEditor()));
  describe("link tokens", () => linkTokensContract(signedLinkTokens(secret)));
  describe("Markdown", () => messageRendererContract(async () => inThreadRenderer(rendererSetup())));
  describe("one-time codes", () => oneTimeCodesContract(totpCodes, appCode));
  describe("passkeys", () =>
    passkeysContract(() => ({
      passkeys: webauthnPasskeys,
      newKey: (origin) => anAuthenticator({ origin, counts: true }),
    })));
  describe("password hashes", () => passwordHasherContract(argon2Hasher()));
  describe("password strength", () => passwordStrengthContract(zxcvbnStrength));
  describe("random tokens", () => randomTokensContract(cryptoTokens));
  describe("seals", () => sealsContract(secretSeals(secret)));
  describe("session tokens", () => sessionTokensContract(signedSessionTokens(secret)));
});

describe("fakes used by use-case tests", () => {
  describe("clock", () => clockContract(fixedClock()));
  describe("API keys", () => apiKeysContract(plainApiKeys));
  describe("file types", () => fileTypesContract(async () => plainFileTypes, Buffer.from("png:")));
  describe("images", () => imageEditorContract(blindImageEditor));
  describe("link tokens", () => linkTokensContract(plainLinkTokens));
  describe("Markdown", () => messageRendererContract(async () => escapingRenderer));
  describe("one-time codes", () => oneTimeCodesContract(plainCodes(), codeShown));
  describe("passkeys", () => passkeysContract(() => ({ passkeys: plainPasskeys(), newKey: plainKey })));
  describe("password hashes", () => passwordHasherContract(plainPasswordHasher));
  describe("password strength", () => passwordStrengthContract(lenientStrength));
  describe("random tokens", () => randomTokensContract(sequentialTokens()));
  describe("seals", () => sealsContract(reversingSeals));
  describe("session tokens", () => sessionTokensContract(sequentialSessionTokens()));
  describe("throttle", () => throttleContract(() => throttleWith({ login: 3 }), 3));
  describe("throttle with one limit", () => throttleContract(() => throttleWith({}, 3), 3));
});
