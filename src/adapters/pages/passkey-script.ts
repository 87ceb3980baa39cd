/** The path of the script for passkeys. */
export const passkeyScript = "/static/passkeys.js";

/**
 * When a passkey form is submitted, the script asks the browser for a passkey and sends its answer. Options and
 * answers are JSON with bytes in base64url, as in WebAuthn Level 3; the browser's API is called with bytes, which
 * older browsers support too.
 */
export const passkeySource = `"use strict";
const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
const known = (list = []) => list.map((one) => ({ ...one, id: toBytes(one.id) }));

const make = async (options) => {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: known(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  const { response } = made;
  return answerOf(made, {
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports ? response.getTransports() : [],
  });
};

const use = async (options) => {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: known(options.allowCredentials),
  };
  const used = await navigator.credentials.get({ publicKey });
  const { response } = used;
  return answerOf(used, {
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  });
};

const answerOf = ({ id, rawId, type }, response) =>
  JSON.stringify({ id, rawId: toText(rawId), type, response, clientExtensionResults: {} });

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const problem = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    button.disabled = true;
    try {
      if (!window.PublicKeyCredential) throw new Error("this browser or address doesn't support passkeys");
      const ask = form.dataset.passkey === "make" ? make : use;
      form.elements.passkey.value = await ask(JSON.parse(form.dataset.options));
      form.submit();
    } catch (error) {
      problem.textContent = "That didn't work: " + error.message;
      problem.hidden = false;
      button.disabled = false;
    }
  });
}
`;
