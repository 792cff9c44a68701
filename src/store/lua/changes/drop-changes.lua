#!lua flags=allow-oom
--[[
  drop-changes: drop some of the oldest entries of a change feed that is too long. The index gets a segment in their
  place, which no archive has, so that a reader learns of the loss.
  Keys     1 feed   2 stream: segments, each with the id of its last entry
  Args     1 length to keep, approximately   2 maximum number of entries to drop   then fields and values of the segment;
           the first is 'a' with the name of its archive, which real segments do not have
  Returns  number of dropped entries; 0 if the feed is short enough
  The flag allows it to make room when memory is full.
]]
local dropped = redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[1], 'LIMIT', ARGV[2])
if dropped == 0 then return 0 end
-- The id of the last dropped entry is not known. The next one is dropped too, and its id marks the end of the loss.
local last = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1][1]
redis.call('XDEL', KEYS[1], last)
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
if newest and newest[2][2] == ARGV[4] then redis.call('XDEL', KEYS[2], newest[1]) end
redis.call('XADD', KEYS[2], last, unpack(ARGV, 3))
return dropped + 1
