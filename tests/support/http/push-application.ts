import { bouncerPeer, bouncerServer } from "../servers/push/bouncer-peer";
import { newPushKey, sealFor } from "../servers/push/sealed-box";
import { type Client, type ServerOptions, startServer } from "./http-application";

/** A device as its owner knows it: its address for notifications, and the key that decrypts them. */
export interface Device {
  readonly id: number;
  readonly address: string;
  readonly keyId: number;
  readonly key: string;
}

/** A server whose notifications go through a bouncer of the test, and users' devices there. */
export const startPushServer = async (options: Pick<ServerOptions, "onError" | "settings"> = {}) => {
  const peer = await bouncerPeer();
  const server = await startServer({
    ...options,
    settings: {
      PARLEY_PUSH: "bouncer,web",
      PARLEY_BOUNCER_URL: peer.url,
      PARLEY_BOUNCER_ID: bouncerServer.serverId,
      PARLEY_BOUNCER_KEY: bouncerServer.serverKey,
      ...options.settings,
    },
  });
  let made = 0;
  const deliver = () => server.services.jobRunner.runDue();
  /** A known device without registrations. */
  const newDevice = async (who: Client): Promise<number> =>
    (await who.post("/register_client_device")).body.device_id;
  const tokenFields = (address = "android-9", tokenId = "hGsEWGmyyfI=") => ({
    token_kind: "fcm",
    token_id: tokenId,
    bouncer_public_key: peer.publicKey,
    encrypted_push_registration: sealFor(peer.keys.publicKey, {
      token: address,
      token_kind: "fcm",
      ios_app_id: null,
      timestamp: Math.floor(Date.now() / 1000),
    }),
  });
  const register = async (who: Client, deviceId: number, more: object) =>
    (await who.post("/mobile_push/register", { device_id: deviceId, ...more })).body;

  return {
    peer,
    server,
    deliver,
    newDevice,
    tokenFields,
    register,
    /** A device registered under its own address. */
    encryptedDevice: async (who: Client): Promise<Device> => {
      const [id, key] = [await newDevice(who), newPushKey()];
      made += 1;
      const [address, tokenId] = [`device ${made}`, Buffer.from(`token${100 + made}`).toString("base64")];
      await register(who, id, { push_key: key, push_key_id: made, ...tokenFields(address, tokenId) });
      await deliver();
      return { id, keyId: made, address, key };
    },
    /** An Android device whose notifications the services can read. */
    readableDevice: async (who: Client, token: string): Promise<string> => {
      await who.post("/users/me/android_gcm_reg_id", { token });
      await deliver();
      return token;
    },
    stop: async () => {
      await server.stop();
      await peer.close();
    },
  };
};
