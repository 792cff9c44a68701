#!lua flags=allow-oom
--[[
  give-up-feed: end a feed whose job was given up. Its chunks no longer count as waiting, so that they do not hold up
  other feeds; the feed keeps the times of their arrival. A feed that has expired or was erased stays gone.
  Keys     1 feed   2 chunks of the store that wait
  Args     1 feed's id   2 current time, ISO 8601
  Returns  the number of chunks that waited
]]
local feed, waiting = unpack(KEYS)
local id, time = unpack(ARGV)
local applied, chunks = unpack(redis.call('HMGET', feed, 'applied', 'chunks'))
if not applied then return 0 end
redis.call('HSETNX', feed, 'end', 'cut')
redis.call('HSETNX', feed, 'givenUpTime', time)
local freed = 0
for number = tonumber(applied), tonumber(chunks) - 1 do
  local arrived = redis.call('ZSCORE', waiting, id .. ':' .. number)
  if arrived then
    redis.call('HSET', feed, 'arrived:' .. number, arrived)
    redis.call('ZREM', waiting, id .. ':' .. number)
    freed = freed + 1
  end
end
return freed
