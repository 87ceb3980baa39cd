/** The level of the API that this server speaks: every form of it up to this one is served. §9. */
export const featureLevel = 512;
/** The release of the API's own server that has this level's features. Clients warn about old ones. */
export const serverVersion = "13.0-dev";

/** The same facts under the name that clients read and the one without a brand. */
export const versionFields = {
  zulip_version: serverVersion,
  service_version: serverVersion,
  zulip_merge_base: serverVersion,
  service_merge_base: serverVersion,
  zulip_feature_level: featureLevel,
  service_feature_level: featureLevel,
};
