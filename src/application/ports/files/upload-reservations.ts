import type { Either } from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";

/** Space in a realm's quota reserved for an upload until it is complete. */
export interface UploadReservation {
  readonly realmId: RealmId;
  readonly path: string;
  /** The user who answers for the uploader: a bot's owner, or the uploader. */
  readonly ownerId: UserId;
  readonly bytes: number;
  /** Unix milliseconds. The upload is abandoned then. */
  readonly expiresAt: number;
}

/** What a realm stores and reserves, without the upload that asks for space. */
export interface UploadLoad {
  /** Bytes of complete files. */
  readonly used: number;
  /** Bytes reserved by all unfinished uploads. */
  readonly reserved: number;
  /** The unfinished uploads of the asking user. */
  readonly byUser: { readonly count: number; readonly bytes: number };
}

/**
 * Reservations of all nodes. They count until they are released, even after they expire: the upload's stored
 * parts must be removed first.
 */
export interface UploadReservations {
  /**
   * Creates a reservation, or extends that of the same path; `check` judges one that is new or grows. No
   * other reservation in the realm can be written between the judgment and the write. Fails with "expired"
   * if the path's reservation has expired.
   */
  reserve<Refusal>(
    reservation: UploadReservation,
    now: number,
    check: (load: UploadLoad) => Either<Refusal, unknown>,
  ): Promise<Either<Refusal | "expired", undefined>>;
  release(realmId: RealmId, path: string): Promise<void>;
  /**
   * Lets one request work on an upload, for some seconds. Returns false while another request does; the next `extendHold` of
   * that one then returns true, so that it ends. An upload without a reservation is never held.
   */
  hold(realmId: RealmId, path: string, holder: string, seconds: number): Promise<boolean>;
  /** Extends the hold. Returns whether another request waits for this one to end, or has taken the hold over. */
  extendHold(realmId: RealmId, path: string, holder: string, seconds: number): Promise<boolean>;
  releaseHold(realmId: RealmId, path: string, holder: string): Promise<void>;
  /** Which of the paths have an unexpired reservation. */
  amongPaths(realmId: RealmId, paths: readonly string[], now: number): Promise<readonly string[]>;
  /** Expired reservations, the oldest first. */
  expired(now: number, limit: number): Promise<readonly Pick<UploadReservation, "realmId" | "path">[]>;
}
