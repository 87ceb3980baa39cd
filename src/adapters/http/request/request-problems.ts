const reasons = {
  NOT_UTF8: { status: 400, message: "Request is not valid UTF-8" },
  TOO_LARGE: { status: 413, message: "Request is too large" },
  NOT_A_FORM: {
    status: 400,
    message: "Parameters must be sent as application/x-www-form-urlencoded or multipart/form-data",
  },
  MALFORMED: { status: 400, message: "Malformed request" },
} as const;

/** A refused body, with the reason for the caller. */
export class BodyRefused extends Error {
  readonly status: number;

  constructor(reason: keyof typeof reasons) {
    super(reasons[reason].message);
    this.status = reasons[reason].status;
  }
}
