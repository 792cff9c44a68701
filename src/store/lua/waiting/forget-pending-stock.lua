#!lua flags=allow-oom
--[[
  forget-pending-stock: drop waiting levels, unless they were replaced since they were read.
  Keys     1 hash of the levels that wait under a name of a variant   2 hash of the stored bytes of tenants
  Args     1 tenant   2 bytes of a level besides its text
           then per level: location, level as it was read
  Returns  number of levels dropped
]]
local tenant, overhead = ARGV[1], tonumber(ARGV[2])
local dropped, bytes = 0, 0
for i = 3, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    dropped = dropped + redis.call('HDEL', KEYS[1], ARGV[i])
    bytes = bytes + #ARGV[i + 1] + overhead
  end
end
if bytes > 0 then redis.call('HINCRBY', KEYS[2], tenant, -bytes) end
return dropped
