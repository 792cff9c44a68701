#!lua
--[[
  create-tenant: register a tenant with its first client, completely or not at all.
  Keys     1 tenant   2 its clients   3 all tenants   4 version
  Args     1 tenant id   2 client id   3 client as JSON   4.. fields and values of the tenant
  Returns  1 if it was created, 0 if a tenant with this id exists
]]
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('SADD', KEYS[3], ARGV[1])
redis.call('INCR', KEYS[4])
return 1
