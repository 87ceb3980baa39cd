import { hidden, optional, setting } from "./setting";
import { integerBetween, keyPrefix, oneOf, text, url } from "./setting-values";

/** Where uploaded files are, and how much of them there may be. */
export const fileSettings = {
  storage: setting(
    "PARLEY_STORAGE",
    "disk",
    oneOf("disk", "s3"),
    "Where uploaded files are: disk for the folder files in the data folder, s3 for a bucket",
  ),
  s3Bucket: optional("PARLEY_S3_BUCKET", text, "The bucket, which belongs to this server alone"),
  s3Endpoint: optional(
    "PARLEY_S3_ENDPOINT",
    url("http:", "https:"),
    "A server that speaks S3; by default Amazon's",
  ),
  s3Region: setting("PARLEY_S3_REGION", "us-east-1", text, "The region that the bucket is in"),
  s3Prefix: optional(
    "PARLEY_S3_PREFIX",
    keyPrefix,
    "Goes before the name of each file, as in parley/; by default nothing does",
  ),
  s3AccessKey: optional(
    "PARLEY_S3_ACCESS_KEY",
    text,
    "Who signs requests to S3; by default whoever AWS_ACCESS_KEY_ID or the machine's role names",
  ),
  s3SecretKey: hidden("PARLEY_S3_SECRET_KEY", text, "The key that goes with it"),
  maxUploadMib: setting(
    "PARLEY_MAX_UPLOAD_MIB",
    "100",
    integerBetween(1, 5000),
    "How large an uploaded file may be, in mebibytes",
  ),
  uploadQuotaMib: optional(
    "PARLEY_UPLOAD_QUOTA_MIB",
    integerBetween(1, 100_000_000),
    "How much all files of an organization may be together, in mebibytes; by default any amount",
  ),
  orphanDays: setting(
    "PARLEY_ORPHAN_DAYS",
    "35",
    integerBetween(1, 36_500),
    "For how many days files are kept that no message shares",
  ),
};
