#!lua flags=allow-oom
--[[
  acquire-lease: become the only worker that commits for a partition, unless there is one.
  Keys     1 lease
  Args     1 fence, never used before   2 fence of a lease whose worker is dead, or ''
  Returns  {fence} of a lease that another worker holds, which may be alive; else {cursor, clean}: the last applied
           command ('0-0' before the first), and '1' if the last worker left in good order, else '0'
  A lease does not expire: it lasts until it is released, or its worker is dead. The field 'clean' is '0' while the
  lease is held, '1' after a release in good order, '2' after a release that leaves suspect commands.
]]
local seen = redis.call('HMGET', KEYS[1], 'fence', 'cursor', 'clean')
if seen[1] and seen[3] == '0' and seen[1] ~= ARGV[2] then return {seen[1]} end
local cursor = seen[2] or '0-0'
redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'cursor', cursor, 'clean', '0', 'previousFence', seen[1] or '',
  'previousCursor', cursor)
return {cursor, (seen[3] or '1') == '1' and '1' or '0'}
