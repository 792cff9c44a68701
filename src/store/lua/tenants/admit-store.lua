#!lua
--[[
  admit-store: record a store of a tenant, unless the tenant has its maximum number of stores
  Keys     1 set of the tenant's stores
  Args     1 store   2 maximum number of stores; 0 for no limit   3... stores that the tenant has, recorded or not
  Returns  1 if the store is new, 0 if it was known, -1 if it would be one too many
]]
for i = 3, #ARGV do redis.call('SADD', KEYS[1], ARGV[i]) end
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 0 end
local limit = tonumber(ARGV[2])
if limit > 0 and redis.call('SCARD', KEYS[1]) >= limit then return -1 end
redis.call('SADD', KEYS[1], ARGV[1])
return 1
