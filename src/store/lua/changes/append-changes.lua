#!lua
--[[
  append-changes: add events to a store's change feed, each only once, although it may be relayed more than once.
  Keys     1 feed   2 hash: the last event of each partition that is in the feed
  Args     1 milliseconds since 1970: older entries are dropped
           then per event: partition, id in its outbox, the field for its text, and the text; the events of a
           partition in the order of their ids
  Returns  number of new events
]]
-- include entry-id

local partitions, last = {}, {}
for i = 2, #ARGV, 4 do
  if last[ARGV[i]] == nil then
    last[ARGV[i]] = false
    partitions[#partitions + 1] = ARGV[i]
  end
end
for i, id in ipairs(redis.call('HMGET', KEYS[2], unpack(partitions))) do last[partitions[i]] = id end

local added, moved = 0, {}
for i = 2, #ARGV, 4 do
  local partition, id, field, text = unpack(ARGV, i, i + 3)
  if not last[partition] or is_before(last[partition], id) then
    redis.call('XADD', KEYS[1], 'MINID', '~', ARGV[1], '*', 'i', partition .. '-' .. id, field, text)
    last[partition] = id
    moved[#moved + 1] = partition
    moved[#moved + 1] = id
    added = added + 1
  end
end
if added > 0 then redis.call('HSET', KEYS[2], unpack(moved)) end
return added
