#!lua flags=allow-oom
--[[
  commit-feed-chunk: store the results of the rows of a feed's next chunk, and drop the rows. A chunk counts once.
  Keys     1 feed   2 its chunks   3 chunks of the store that wait   4 its errors
  Args     1 feed's id   2 number of the chunk   3 maximum number of errors   4 maximum number of their bytes
           5 number of counts   then name and increment of each count, then the errors
  Returns  1 if the results are stored now, 0 if they were stored before
]]
local feed, chunks, waiting, errors = unpack(KEYS)
local id, number, max_errors, max_bytes, counts = unpack(ARGV)
if redis.call('HGET', feed, 'applied') ~= number then return 0 end
redis.call('HINCRBY', feed, 'applied', 1)
redis.call('LPOP', chunks)
redis.call('ZREM', waiting, id .. ':' .. number)
for i = 6, 4 + 2 * counts, 2 do redis.call('HINCRBY', feed, ARGV[i], ARGV[i + 1]) end
local first = 6 + 2 * counts
local room = max_errors - redis.call('LLEN', errors)
local bytes = tonumber(redis.call('HGET', feed, 'errorBytes') or 0)
for i = first, math.min(#ARGV, first + room - 1) do
  bytes = bytes + #ARGV[i]
  if bytes > tonumber(max_bytes) then break end
  redis.call('RPUSH', errors, ARGV[i])
end
if #ARGV >= first then redis.call('HSET', feed, 'errorBytes', bytes) end
if redis.call('EXISTS', errors) == 1 then redis.call('PEXPIRE', errors, redis.call('PTTL', feed)) end
return 1
