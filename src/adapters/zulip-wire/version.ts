/** The API level that this server implements: every form of the API up to it is served. §9. */
export const featureLevel = 512;
/** The release of the API's reference server that has this level. Clients warn about old ones. */
export const serverVersion = "13.0-dev";

/** The version under the names that clients read, and under names without a brand. */
export const versionFields = {
  zulip_version: serverVersion,
  service_version: serverVersion,
  zulip_merge_base: serverVersion,
  service_merge_base: serverVersion,
  zulip_feature_level: featureLevel,
  service_feature_level: featureLevel,
};
