import type { RealmId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";
import type { LogFollower } from "./log-follower";

/**
 * Notifies all followers of what happens to the realms in memory. If one throws, the others are still notified and the change
 * stands.
 */
export class LogFollowers {
  private readonly all: LogFollower[] = [];

  constructor(private readonly onError: (error: unknown) => void) {}

  add(follower: LogFollower): void {
    this.all.push(follower);
  }

  need(realmId: RealmId): boolean {
    return this.all.some((follower) => follower.needs?.(realmId));
  }

  hold(realmId: RealmId): void {
    this.notify((follower) => follower.hold?.(realmId));
  }

  follow(realmId: RealmId, step: LogStep): void {
    this.notify((follower) => follower.follow?.(realmId, step));
  }

  settle(): void {
    this.notify((follower) => follower.settle?.());
  }

  passedOver(realmId: RealmId): void {
    this.notify((follower) => follower.passedOver?.(realmId));
  }

  release(realmId: RealmId): void {
    this.notify((follower) => follower.release?.(realmId));
  }

  private notify(call: (follower: LogFollower) => void): void {
    for (const follower of this.all)
      try {
        call(follower);
      } catch (error) {
        this.onError(error);
      }
  }
}
