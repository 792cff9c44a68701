import { describeConnectionsThat } from "../support/connection-faults.ts";

// Less than a lease lasts, and more than an ask waits.
const DURATIONS_MS = [100, 400, 2000];

describeConnectionsThat("lose their answers", async (proxy, load) => {
  for (const ms of DURATIONS_MS) {
    await load.untilMoreDone(50);
    await proxy.loseReplies(ms);
  }
});
