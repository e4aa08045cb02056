-- One database per service on one server; the first one (permits) is made by the image itself.
CREATE DATABASE licensing OWNER citycode;
CREATE DATABASE enforcement OWNER citycode;
CREATE DATABASE gis OWNER citycode;
\connect gis
CREATE EXTENSION IF NOT EXISTS postgis;
