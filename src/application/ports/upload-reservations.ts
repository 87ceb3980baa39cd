import type { Either } from "fp-ts/Either";

/** Room in a realm's quota that a file on its way holds until it is whole. */
export interface UploadReservation {
  readonly realmId: number;
  readonly path: string;
  readonly ownerId: number;
  readonly bytes: number;
  /** Unix milliseconds. From then on the upload is given up. */
  readonly expiresAt: number;
}

/** What a realm holds besides the upload that asks for room. */
export interface UploadLoad {
  /** Bytes of whole files. */
  readonly used: number;
  /** Bytes held by everyone's unfinished uploads. */
  readonly reserved: number;
  /** Those of the asking user. */
  readonly own: { readonly count: number; readonly bytes: number };
}

/**
 * Reservations of all nodes together. They count until they are released, also beyond their end: what the upload left
 * in the store has to be removed first.
 */
export interface UploadReservations {
  /**
   * Makes a reservation, or prolongs the one of the same path; `refusalOf` judges one that is new or grows. Nobody else's
   * reservation in the realm comes between the judgement and the writing. Fails with "expired" where the one of the path has
   * reached its end.
   */
  hold<Refusal>(
    reservation: UploadReservation,
    now: number,
    refusalOf: (load: UploadLoad) => Refusal | undefined,
  ): Promise<Either<Refusal | "expired", undefined>>;
  release(realmId: number, path: string): Promise<void>;
  /** Those of the paths that have one and haven't reached its end. */
  amongPaths(realmId: number, paths: readonly string[], now: number): Promise<readonly string[]>;
  /** Those that have reached their end, the oldest first. */
  expired(now: number, limit: number): Promise<readonly Pick<UploadReservation, "realmId" | "path">[]>;
}
