import { createHmac } from "node:crypto";
import type { BouncerAnswer, BouncerClient } from "./bouncer-client";

/** A realm as the bouncer's API describes it. */
export interface RegisteredRealm {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
  readonly isDeactivated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** The software version that this server reports. */
export interface ServerVersion {
  readonly version: string;
  readonly featureLevel: number;
}

/** Registers realms with the bouncer. A realm missing from the list counts as deleted. */
export const registerRealms = (
  client: BouncerClient,
  realms: readonly RegisteredRealm[],
  secret: string,
  { version, featureLevel }: ServerVersion,
): Promise<BouncerAnswer> =>
  client.postForm("server/analytics", {
    realm_counts: "[]",
    installation_counts: "[]",
    version: JSON.stringify(version),
    merge_base: JSON.stringify(version),
    api_feature_level: JSON.stringify(featureLevel),
    realms: JSON.stringify(
      realms.map(({ id, uuid, name, url, isDeactivated, createdAt }) => ({
        id,
        uuid,
        name,
        url,
        host: new URL(url).host,
        org_type: 0,
        date_created: createdAt / 1000,
        deactivated: isDeactivated,
        is_system_bot_realm: false,
        authentication_methods: {},
        // Proves the identity of a realm that moves to another server.
        uuid_owner_secret: createHmac("sha256", secret).update(`realm owner ${uuid}`).digest("hex"),
      })),
    ),
  });
