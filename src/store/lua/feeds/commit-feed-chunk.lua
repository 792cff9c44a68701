#!lua flags=allow-oom
--[[
  commit-feed-chunk: store the results of the rows of a feed's next chunk, and drop the rows. A chunk counts once.
  Keys     1 feed   2 its chunks   3 chunks of the store that wait   4 its errors   5 feeds of the store with errors
  Args     1 feed's id   2 number of the chunk   3 maximum number of errors   4 maximum number of their bytes
           5 bytes of the newest errors of the store that are kept   6 number of counts
           then name and increment of each count, then the errors
  Returns  1 if the results are stored now, 0 if they were stored before; then up to 100 ids of feeds whose errors are
           to be deleted, because so many bytes of newer errors are stored
  The score of a feed with errors is the number of bytes of all errors of the store up to its last error.
]]
local feed, chunks, waiting, errors, with_errors = unpack(KEYS)
local id, number, max_errors, max_bytes, store_bytes, counts = unpack(ARGV)
if redis.call('HGET', feed, 'applied') ~= number then return { 0 } end
redis.call('HINCRBY', feed, 'applied', 1)
redis.call('LPOP', chunks)
redis.call('ZREM', waiting, id .. ':' .. number)
for i = 7, 5 + 2 * counts, 2 do redis.call('HINCRBY', feed, ARGV[i], ARGV[i + 1]) end
local first = 7 + 2 * counts
if #ARGV < first then return { 1 } end
local room = max_errors - redis.call('LLEN', errors)
local bytes = tonumber(redis.call('HGET', feed, 'errorBytes') or 0)
local stored = 0
for i = first, math.min(#ARGV, first + room - 1) do
  bytes = bytes + #ARGV[i]
  if bytes > tonumber(max_bytes) then break end
  redis.call('RPUSH', errors, ARGV[i])
  stored = stored + #ARGV[i]
end
redis.call('HSET', feed, 'errorBytes', bytes)
if stored == 0 then return { 1 } end
local lifetime = redis.call('PTTL', feed)
redis.call('PEXPIRE', errors, lifetime)
local last = redis.call('ZRANGE', with_errors, -1, -1, 'WITHSCORES')
local total = tonumber(last[2] or 0) + stored
redis.call('ZADD', with_errors, string.format('%.0f', total), id)
-- The errors of a newer feed are kept for longer.
if redis.call('PTTL', with_errors) < lifetime then redis.call('PEXPIRE', with_errors, lifetime) end
local oldest = string.format('%.0f', total - store_bytes)
return { 1, unpack(redis.call('ZRANGEBYSCORE', with_errors, '-inf', oldest, 'LIMIT', 0, 100)) }
