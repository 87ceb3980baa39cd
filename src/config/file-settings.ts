import { hidden, optional, setting } from "./setting";
import { integerBetween, keyPrefix, oneOf, text } from "./setting-values";
import { baseUrl } from "./url-values";

/** Where uploaded files are stored, and their limits. */
export const fileSettings = {
  storage: setting(
    "PARLEY_STORAGE",
    "disk",
    oneOf("disk", "s3"),
    "Where uploaded files are stored: disk for the folder files in the data folder, s3 for a bucket",
  ),
  s3Bucket: optional("PARLEY_S3_BUCKET", text, "The bucket, which only this server uses"),
  s3Endpoint: optional(
    "PARLEY_S3_ENDPOINT",
    baseUrl("http:", "https:"),
    "An S3-compatible server; by default Amazon's",
  ),
  s3Region: setting("PARLEY_S3_REGION", "us-east-1", text, "The bucket's region"),
  s3Prefix: optional(
    "PARLEY_S3_PREFIX",
    keyPrefix,
    "Prefix of each file's name, for example parley/; none by default",
  ),
  s3AccessKey: optional(
    "PARLEY_S3_ACCESS_KEY",
    text,
    "The access key for S3; by default AWS_ACCESS_KEY_ID or the machine's role",
  ),
  s3SecretKey: hidden("PARLEY_S3_SECRET_KEY", text, "The secret key for that access key"),
  maxUploadMib: setting(
    "PARLEY_MAX_UPLOAD_MIB",
    "100",
    integerBetween(1, 5000),
    "Maximum size of an uploaded file, in mebibytes",
  ),
  uploadQuotaMib: optional(
    "PARLEY_UPLOAD_QUOTA_MIB",
    integerBetween(1, 100_000_000),
    "Maximum total size of an organization's files, in mebibytes; unlimited by default",
  ),
  orphanDays: setting(
    "PARLEY_ORPHAN_DAYS",
    "35",
    integerBetween(1, 36_500),
    "Days until files that no message shares are deleted",
  ),
};
