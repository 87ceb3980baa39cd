import type { UserId } from "../../../domain/ids";
import type { IdMap } from "../../../domain/state/id-map";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { encodeStatus } from "./user-status";

/** The three lists of people that clients know. */
export interface PeopleLists<List = readonly User[]> {
  readonly active: List;
  readonly inactive: List;
  readonly systemBots: List;
}

/** People that the reader may not know count as active. */
export const peopleListsOf = (
  all: readonly User[],
  isKnown: (one: User) => boolean = () => true,
): PeopleLists => ({
  active: all.filter((one) => !one.isSystemBot && (one.isActive || !isKnown(one))),
  inactive: all.filter((one) => !one.isSystemBot && !one.isActive && isKnown(one)),
  systemBots: all.filter((one) => one.isSystemBot),
});

/** A list in runs, each of which is the same array until one of its users changes. */
export type UserRuns = readonly (readonly User[])[];

/** Some of a realm's users in lists. */
interface SomeUsers extends PeopleLists {
  /** All but the system bots. */
  readonly accounts: readonly User[];
  readonly bots: readonly User[];
  /** Active users with a status. */
  readonly withStatus: readonly User[];
}

/** Lists of a realm's users. */
interface Everyone {
  /** As seen by readers who know everyone. */
  readonly lists: PeopleLists<UserRuns>;
  readonly accounts: UserRuns;
  readonly bots: readonly User[];
  readonly withStatus: readonly User[];
}

/** By a run of the state's users. After a change, only the run with the user is sorted again. */
const known = new WeakMap<readonly User[], SomeUsers>();

/** A list of the whole run is the run itself, so that what is cached by one is found by the other. */
const orWhole = (run: readonly User[], some: readonly User[]): readonly User[] =>
  some.length === run.length ? run : some;

const sortedRun = (run: readonly User[]): SomeUsers => {
  const found = known.get(run);
  if (found) return found;
  const { active, inactive, systemBots } = peopleListsOf(run);
  const some = {
    active: orWhole(run, active),
    inactive: orWhole(run, inactive),
    systemBots: orWhole(run, systemBots),
    accounts: orWhole(
      run,
      run.filter(({ isSystemBot }) => !isSystemBot),
    ),
    bots: run.filter(({ bot }) => bot !== null),
    withStatus: run.filter(({ isActive, status }) => isActive && encodeStatus(status) !== undefined),
  };
  known.set(run, some);
  return some;
};

const cachedLists = new WeakMap<IdMap<UserId, User>, Everyone>();

const sorted = (users: IdMap<UserId, User>): Everyone => {
  const all = users.runs().map(sortedRun);
  const runsOf = (listOf: (some: SomeUsers) => readonly User[]): UserRuns =>
    all.map(listOf).filter(({ length }) => length > 0);
  return {
    lists: {
      active: runsOf(({ active }) => active),
      inactive: runsOf(({ inactive }) => inactive),
      systemBots: runsOf(({ systemBots }) => systemBots),
    },
    accounts: runsOf(({ accounts }) => accounts),
    bots: all.flatMap(({ bots }) => bots),
    withStatus: all.flatMap(({ withStatus }) => withStatus),
  };
};

/** The lists of a realm's users, cached until any of them changes. */
export const everyoneIn = ({ users }: Pick<RealmState, "users">): Everyone => {
  const found = cachedLists.get(users) ?? sorted(users);
  cachedLists.set(users, found);
  return found;
};
