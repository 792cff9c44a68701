#!lua
--[[
  append-changes: add events to a store's change feed, each once, however often it is relayed.
  Keys     1 feed   2 hash: the last event of each partition that is in the feed
  Args     1 milliseconds since 1970: older entries are dropped
           then per event: partition, id in its outbox, event as JSON; those of a partition in the order of their ids
  Returns  number of events that were new
]]
-- include entry-id

local added = 0
for i = 2, #ARGV, 3 do
  local partition, id, event = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local last = redis.call('HGET', KEYS[2], partition)
  if not last or is_before(last, id) then
    redis.call('XADD', KEYS[1], 'MINID', '~', ARGV[1], '*', 'i', partition .. '-' .. id, 'e', event)
    redis.call('HSET', KEYS[2], partition, id)
    added = added + 1
  end
end
return added
