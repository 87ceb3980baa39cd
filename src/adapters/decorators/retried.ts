import { eachMethod } from "./each-method";

/** The methods of a port that return a promise: only those can be retried. */
type Asynchronous<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Port];

/** When and how often a call is retried. */
export interface RetryPolicy {
  /** How often a call is made, including the first time. */
  readonly attempts: number;
  /** The longest wait before the second attempt, in milliseconds; each further one may be twice as long. */
  readonly firstWait: number;
  /** No wait is longer than this, in milliseconds. */
  readonly longestWait: number;
  /** Whether another attempt may succeed after this error. */
  readonly mayRecover: (error: unknown) => boolean;
  /** Random number in [0, 1): spreads retries of calls that failed together. */
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called once for each method that may be retried. */
  readonly mayRetry: (method: string) => void;
  /** Called for each attempt after the first. */
  readonly onRetry: (method: string) => void;
}

/**
 * Wraps a port so that the named methods, or all, are retried where that may help. Name only methods that are safe to
 * repeat: reads. After the last attempt the call fails with that attempt's error.
 */
export const retried = <Port extends object>(
  port: Port,
  methods: readonly Asynchronous<Port>[] | "all",
  policy: RetryPolicy,
): Port =>
  eachMethod(port, (name, call) => {
    if (methods !== "all" && !methods.some((one) => one === name)) return call;
    policy.mayRetry(name);
    return (...args) => persistently(name, () => Promise.resolve(call(...args)), policy);
  });

const persistently = async (
  method: string,
  call: () => Promise<unknown>,
  { attempts, firstWait, longestWait, mayRecover, random, wait, onRetry }: RetryPolicy,
): Promise<unknown> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts || !mayRecover(error)) throw error;
      await wait(random() * Math.min(longestWait, firstWait * 2 ** (attempt - 1)));
      onRetry(method);
    }
  }
};
