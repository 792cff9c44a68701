#!lua flags=allow-oom
--[[
  acquire-lease: become a partition's only committer, unless somebody is.
  Keys     1 owner
  Args     1 fence, never used before   2 time to live in milliseconds
  Returns  false while somebody holds the lease; else {cursor, clean}: the last applied command ('0-0' before
           the first) and whether the last owner left in good order ('1') or vanished ('0')
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local seen = redis.call('HMGET', KEYS[1], 'until', 'cursor', 'clean', 'fence')
if seen[1] and tonumber(seen[1]) > now then return false end
local cursor = seen[2] or '0-0'
redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'until', string.format('%.0f', now + ARGV[2]), 'cursor', cursor,
  'clean', '0', 'previousFence', seen[4] or '', 'previousCursor', cursor)
return {cursor, seen[3] or '1'}
