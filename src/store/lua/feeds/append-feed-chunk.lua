#!lua
--[[
  append-feed-chunk: add rows to a feed, if it is still open and not too many chunks of its store wait.
  Keys     1 feed   2 its chunks   3 chunks of the store that wait
  Args     1 feed's id   2 chunk; empty to only ask   3 its rows   4 bytes that have been read so far   5 milliseconds since 1970
           6 maximum number of waiting chunks of the store   7 milliseconds that a chunk is kept
  Returns  1 if the rows are added or can be added, 0 if too many chunks wait, -1 if the feed is closed, -2 if it is gone
  The attempt is recorded even if too many chunks wait: it shows that the feed is not abandoned.
]]
local feed, chunks, waiting = unpack(KEYS)
local id, chunk, rows, bytes, now, limit, lifetime = unpack(ARGV)
local seq, ending = unpack(redis.call('HMGET', feed, 'chunks', 'end'))
if not seq then return -2 end
if ending then return -1 end
redis.call('HSET', feed, 'beat', now)
redis.call('ZREMRANGEBYSCORE', waiting, '-inf', string.format('%.0f', now - lifetime))
if redis.call('ZCARD', waiting) >= tonumber(limit) then return 0 end
if chunk == '' then return 1 end
redis.call('RPUSH', chunks, chunk)
redis.call('PEXPIRE', chunks, lifetime)
redis.call('ZADD', waiting, now, id .. ':' .. seq)
redis.call('PEXPIRE', waiting, lifetime)
redis.call('HINCRBY', feed, 'chunks', 1)
redis.call('HINCRBY', feed, 'rows', rows)
redis.call('HSET', feed, 'bytes', bytes)
return 1
