import { describeConnectionsThat } from "../support/connection-faults.ts";

describeConnectionsThat("are cut until senders hear of it", async (proxy, load) => {
  for (let round = 0; round < 2; round++) {
    await load.untilMoreDone(50);
    proxy.cut();
    await load.untilAnswered(503);
    proxy.heal();
  }
});
