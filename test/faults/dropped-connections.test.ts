import { describeConnectionsThat } from "../support/connection-faults.ts";

describeConnectionsThat("drop again and again", async (proxy, load) => {
  for (let round = 0; round < 6; round++) {
    await load.untilMoreDone(20);
    proxy.drop();
  }
});
