/** Requests to other processes, which answer with the request's number. */
export class PendingRequests<Answer> {
  private readonly open = new Map<number, (answer: Answer | undefined) => void>();
  private asked = 0;

  /** `answeredWithin` is in milliseconds. */
  constructor(private readonly answeredWithin: number) {}

  /** Resolves to undefined if sending fails or no answer comes in time. */
  async ask(send: (request: number) => Promise<unknown>): Promise<Answer | undefined> {
    this.asked += 1;
    const request = this.asked;
    const answer = new Promise<Answer | undefined>((resolve) => this.open.set(request, resolve));
    const late = setTimeout(() => this.answered(request, undefined), this.answeredWithin);
    send(request).catch(() => this.answered(request, undefined));
    const answered = await answer;
    clearTimeout(late);
    return answered;
  }

  answered(request: number, answer: Answer | undefined): void {
    this.open.get(request)?.(answer);
    this.open.delete(request);
  }
}
